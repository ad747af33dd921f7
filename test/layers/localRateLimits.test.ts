import { assert, describe, it } from "@effect/vitest"
import type { RateLimitPolicy } from "../../src/domain/ratelimit/RateLimitPolicy.ts"
import { localRateLimits } from "../../src/layers/localRateLimits.ts"

const policy: RateLimitPolicy = { name: "bounded", limit: 1, windowSeconds: 60 }
const noon = Date.UTC(2026, 0, 15, 12)

describe("localRateLimits", () => {
  it("HUB-090 forgets windows that have ended", () => {
    const local = localRateLimits()
    for (let minute = 0; minute < 10; minute++) {
      for (let i = 0; i < 1000; i++)
        local.take([{ policy, subject: `${minute}-${i}` }], noon + minute * 60_000 + i * 50)
    }
    assert.isAtMost(local.size(), 2000)
  })

  it("HUB-090 keeps a window until its end, whenever in its generation it began", () => {
    const local = localRateLimits()
    for (let second = 0; second < 180; second++) {
      const subject = `at-${second}`
      const began = noon + second * 1000
      assert.isFalse(local.take([{ policy, subject }], began)[0]?.exceeded)
    }
    const now = noon + 179_000
    const refused = Array.from({ length: 180 }, (_, second) => local.take([{ policy, subject: `at-${second}` }], now))
    assert.deepStrictEqual(
      refused.map(([window]) => window?.exceeded),
      Array.from({ length: 180 }, (_, second) => second >= 120)
    )
  })

  it("HUB-090 holds at most twice its bound, forgetting the windows begun first", () => {
    const local = localRateLimits(100)
    for (let i = 0; i < 10_000; i++) local.take([{ policy, subject: `caller-${i}` }], noon + (i % 1000))
    assert.isAtMost(local.size(), 200)
    assert.isTrue(local.take([{ policy, subject: "caller-9999" }], noon + 999)[0]?.exceeded)
    assert.isFalse(local.take([{ policy, subject: "caller-0" }], noon + 999)[0]?.exceeded)
  })
})
