import { assert, describe, it } from "@effect/vitest"
import { rateLimitHeaders, retryAfterSeconds } from "../../../src/domain/ratelimit/rateLimitHeaders.ts"
import type { RateLimitWindow } from "../../../src/domain/ratelimit/RateLimits.ts"

const noon = Date.UTC(2026, 0, 15, 12)
const window = (
  name: string,
  limit: number,
  remaining: number,
  resetAt: number,
  exceeded = false
): RateLimitWindow => ({
  policy: { name, limit, windowSeconds: 60 },
  remaining,
  resetAt,
  exceeded
})

describe("rateLimitHeaders", () => {
  it("HUB-011, HUB-012, HUB-013, PUB-015: gives the reset in epoch seconds and the delta in seconds", () => {
    assert.deepStrictEqual(rateLimitHeaders([window("hub-key", 600, 599, noon + 60_000)], noon), {
      "X-RateLimit-Limit": "600",
      "X-RateLimit-Remaining": "599",
      "X-RateLimit-Reset": "1768478460",
      "RateLimit-Policy": '"hub-key";q=600;w=60',
      RateLimit: '"hub-key";r=599;t=60'
    })
  })

  it("HUB-013: rounds up, so that no client comes back early", () => {
    const headers = rateLimitHeaders([window("member", 300, 0, noon + 1500, true)], noon + 499)
    assert.strictEqual(headers["X-RateLimit-Reset"], String(noon / 1000 + 2))
    assert.strictEqual(headers["RateLimit"], '"member";r=0;t=2')
    assert.strictEqual(headers["Retry-After"], "2")
  })

  it("HUB-012: lists the policy with the least remaining first; the X-RateLimit headers describe it", () => {
    const headers = rateLimitHeaders(
      [
        window("hub-key", 600, 480, noon + 20_000),
        window("hub-transition", 120, 119, noon + 60_000),
        window("address", 1200, 700, noon + 5000)
      ],
      noon
    )
    assert.deepStrictEqual(headers, {
      "X-RateLimit-Limit": "120",
      "X-RateLimit-Remaining": "119",
      "X-RateLimit-Reset": String(noon / 1000 + 60),
      "RateLimit-Policy": '"hub-transition";q=120;w=60, "hub-key";q=600;w=60, "address";q=1200;w=60',
      RateLimit: '"hub-transition";r=119;t=60, "hub-key";r=480;t=20, "address";r=700;t=5'
    })
  })

  it("HUB-012: keeps the order of policies with the same remaining", () => {
    const headers = rateLimitHeaders([window("a", 5, 3, noon), window("b", 9, 3, noon)], noon)
    assert.strictEqual(headers["X-RateLimit-Limit"], "5")
  })

  it("HUB-013: puts the exceeded policy before one that was just used up", () => {
    const headers = rateLimitHeaders(
      [window("used-up", 5, 0, noon + 50_000), window("exceeded", 9, 0, noon + 7000, true)],
      noon
    )
    assert.strictEqual(headers["X-RateLimit-Limit"], "9")
    assert.strictEqual(headers["Retry-After"], "7")
  })

  it("HUB-013, PAR-138: Retry-After waits for the last of several exceeded windows, at least one whole second", () => {
    const exceeded = [window("a", 5, 0, noon + 3000, true), window("b", 9, 0, noon + 8001, true)]
    assert.strictEqual(rateLimitHeaders(exceeded, noon)["Retry-After"], "9")
    assert.strictEqual(retryAfterSeconds(exceeded, noon), 9)
    assert.strictEqual(retryAfterSeconds(exceeded.toReversed(), noon), 9)
    assert.strictEqual(retryAfterSeconds(exceeded, noon + 8001), 1)
    assert.strictEqual(rateLimitHeaders(exceeded, noon + 60_000)["Retry-After"], "1")
  })

  it("HUB-012: lists a policy of several subjects once, with the least remaining", () => {
    const headers = rateLimitHeaders([window("a", 3, 2, noon), window("b", 9, 8, noon), window("a", 3, 1, noon)], noon)
    assert.strictEqual(headers["RateLimit"], '"a";r=1;t=0, "b";r=8;t=0')
    assert.strictEqual(headers["RateLimit-Policy"], '"a";q=3;w=60, "b";q=9;w=60')
  })

  it("HUB-013: sends no Retry-After while nothing is exceeded, and no headers without windows", () => {
    const last = [window("hub-key", 600, 0, noon + 1000)]
    assert.isUndefined(rateLimitHeaders(last, noon)["Retry-After"])
    assert.isUndefined(retryAfterSeconds(last, noon))
    assert.deepStrictEqual(rateLimitHeaders([], noon), {})
  })

  it("HUB-013: never gives a negative delta", () => {
    assert.strictEqual(rateLimitHeaders([window("a", 5, 3, noon)], noon + 5000)["RateLimit"], '"a";r=3;t=0')
  })
})
