import { assert, describe, it } from "@effect/vitest"
import type { RateLimitPolicy } from "../../src/domain/ratelimit/RateLimitPolicy.ts"
import { localRateLimits } from "../../src/layers/rateLimits/localRateLimits.ts"

const policy: RateLimitPolicy = { name: "bounded", limit: 1, windowSeconds: 60 }
const noon = Date.UTC(2026, 0, 15, 12)

describe("localRateLimits", () => {
  it("HUB-090: forgets windows that have ended", () => {
    const local = localRateLimits()
    for (let minute = 0; minute < 10; minute++) {
      for (let i = 0; i < 1000; i++)
        local.take([{ policy, subject: `${minute}-${i}` }], noon + minute * 60_000 + i * 50)
    }
    assert.isAtMost(local.size(), 2000)
  })

  it("HUB-090: keeps a window until its end, whenever it started in its generation", () => {
    const local = localRateLimits()
    const seconds = Array.from({ length: 150 }, (_, second) => second)
    for (const second of seconds) local.take([{ policy, subject: `at-${second}` }], noon + second * 1000)
    const open = seconds.filter(
      (second) => local.take([{ policy, subject: `at-${second}` }], noon + 149_000)[0]?.exceeded
    )
    assert.deepStrictEqual(
      open,
      seconds.filter((second) => second >= 90)
    )
  })

  it("HUB-090: holds at most twice its bound, dropping the oldest windows first", () => {
    const local = localRateLimits(100)
    for (let i = 0; i < 10_000; i++) local.take([{ policy, subject: `caller-${i}` }], noon + (i % 1000))
    assert.isAtMost(local.size(), 200)
    assert.isTrue(local.take([{ policy, subject: "caller-9999" }], noon + 999)[0]?.exceeded)
    assert.isFalse(local.take([{ policy, subject: "caller-0" }], noon + 999)[0]?.exceeded)
  })
})
