import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { RateLimitPolicy } from "../../src/domain/ratelimit/RateLimitPolicy.ts"
import { RateLimits } from "../../src/domain/ratelimit/RateLimits.ts"
import * as RateLimitsLayer from "../../src/layers/rateLimits/RateLimitsLayer.ts"

const redisUrl = process.env["REDIS_URL"]

const policy = (name: string, limit: number, windowSeconds = 60): RateLimitPolicy => ({ name, limit, windowSeconds })
/** Counts in Redis outlive a run, so no two runs may share a subject. */
const someone = () => `subject-${crypto.randomUUID()}`
const noon = Date.UTC(2026, 0, 15, 12)

const take = Effect.fnUntraced(function* (of: RateLimitPolicy, subject: string) {
  const limits = yield* RateLimits
  const [window] = yield* limits.take([{ policy: of, subject }])
  assert.isDefined(window)
  return window
})

const contract = (name: string, implementation: Layer.Layer<RateLimits>) =>
  layer(implementation)(name, (it) => {
    it.effect("HUB-090, PUB-014: exactly 10 of 50 concurrent uses pass a limit of 10", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const subject = someone()
        const windows = yield* Effect.all(
          Array.from({ length: 50 }, () => take(policy("ten", 10), subject)),
          { concurrency: "unbounded" }
        )
        const passed = windows.filter((window) => !window.exceeded)
        assert.deepStrictEqual(
          passed.map((window) => window.remaining).toSorted((a, b) => b - a),
          [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
        )
        assert.isTrue(windows.every((window) => window.resetAt === noon + 60_000))
      })
    )

    it.effect("HUB-090, MEM-008, PUB-014: uses beyond the limit are exceeded until the window ends", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const [two, subject] = [policy("two", 2), someone()]
        yield* take(two, subject)
        yield* TestClock.adjust("40 seconds")
        assert.isFalse((yield* take(two, subject)).exceeded)
        assert.isTrue((yield* take(two, subject)).exceeded)
        yield* TestClock.setTime(noon + 59_999)
        assert.deepStrictEqual(yield* take(two, subject), {
          policy: two,
          remaining: 0,
          resetAt: noon + 60_000,
          exceeded: true
        })
        yield* TestClock.setTime(noon + 60_000)
        assert.deepStrictEqual(yield* take(two, subject), {
          policy: two,
          remaining: 1,
          resetAt: noon + 120_000,
          exceeded: false
        })
      })
    )

    it.effect("PAR-136, PAR-137: every subject and every policy has a budget of its own", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const [one, other] = [policy("one", 1), policy("other", 1, 600)]
        const [first, second] = [someone(), someone()]
        yield* take(one, first)
        assert.isTrue((yield* take(one, first)).exceeded)
        assert.isFalse((yield* take(one, second)).exceeded)
        assert.isFalse((yield* take(other, first)).exceeded)
        yield* TestClock.adjust("60 seconds")
        assert.isFalse((yield* take(one, first)).exceeded)
        assert.isTrue((yield* take(other, first)).exceeded)
      })
    )

    it.effect(
      "HUB-012: returns the windows of several uses in order, and counts one within its limit beside an exceeded one",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(noon)
          const limits = yield* RateLimits
          const subject = someone()
          const [wide, narrow] = [policy("wide", 5), policy("narrow", 1, 10)]
          const both = limits.take([
            { policy: wide, subject },
            { policy: narrow, subject }
          ])
          assert.deepStrictEqual(yield* both, [
            { policy: wide, remaining: 4, resetAt: noon + 60_000, exceeded: false },
            { policy: narrow, remaining: 0, resetAt: noon + 10_000, exceeded: false }
          ])
          assert.deepStrictEqual(
            (yield* both).map(({ remaining, exceeded }) => ({ remaining, exceeded })),
            [
              { remaining: 3, exceeded: false },
              { remaining: 0, exceeded: true }
            ]
          )
          assert.strictEqual((yield* take(wide, subject)).remaining, 2)
        })
    )

    it.effect("HUB-090: counts a use twice if a call has it twice, and returns no windows for no uses", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const limits = yield* RateLimits
        const use = { policy: policy("twice", 1), subject: someone() }
        assert.deepStrictEqual(
          (yield* limits.take([use, use])).map((window) => window.exceeded),
          [false, true]
        )
        assert.deepStrictEqual(yield* limits.take([]), [])
      })
    )

    it.effect("HUB-013: ends a window on a whole second, at most its length ahead", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon + 700)
        const [one, subject] = [policy("whole", 1), someone()]
        assert.strictEqual((yield* take(one, subject)).resetAt, noon + 60_000)
        yield* TestClock.setTime(noon + 59_999)
        assert.isTrue((yield* take(one, subject)).exceeded)
        yield* TestClock.setTime(noon + 60_000)
        assert.isFalse((yield* take(one, subject)).exceeded)
      })
    )

    it.effect("HUB-090: keeps a window when the clock goes back 1.5 s, and drops it when it goes back an hour", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const [one, subject] = [policy("skewed", 1), someone()]
        yield* take(one, subject)
        yield* TestClock.setTime(noon - 1500)
        assert.isTrue((yield* take(one, subject)).exceeded)
        yield* TestClock.setTime(noon - 3_600_000)
        assert.isFalse((yield* take(one, subject)).exceeded)
      })
    )

    it.effect("HUB-090: a lowered limit applies to the current window", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const subject = someone()
        for (let i = 0; i < 3; i++) yield* take(policy("lowered", 3), subject)
        const window = yield* take(policy("lowered", 2), subject)
        assert.deepStrictEqual([window.remaining, window.exceeded], [0, true])
      })
    )

    it.effect("GEN-014: starts over after forget", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const [one, subject] = [policy("forgotten", 1), someone()]
        yield* take(one, subject)
        assert.isTrue((yield* take(one, subject)).exceeded)
        yield* (yield* RateLimits).forget
        assert.isFalse((yield* take(one, subject)).exceeded)
      })
    )

    it.effect("HUB-090: is healthy", () =>
      Effect.gen(function* () {
        assert.isTrue(yield* (yield* RateLimits).healthy)
      })
    )
  })

contract("RateLimits (memory)", RateLimitsLayer.layerMemory)

describe.skipIf(redisUrl === undefined)("with REDIS_URL", () => {
  const layerRedis = RateLimitsLayer.layerRedis({ url: Redacted.make(redisUrl ?? "") })
  contract("RateLimits (redis)", layerRedis)
})
