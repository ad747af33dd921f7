import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { RateLimitPolicy } from "../../src/domain/ratelimit/RateLimitPolicy.ts"
import { RateLimits } from "../../src/domain/ratelimit/RateLimits.ts"
import { localRateLimits } from "../../src/layers/rateLimits/localRateLimits.ts"
import * as RateLimitsLayer from "../../src/layers/rateLimits/RateLimitsLayer.ts"

const policy: RateLimitPolicy = { name: "sixty", limit: 60, windowSeconds: 60 }

/** Counts shared with another process, which answer only while they are up. */
const shared = () => {
  const counts = localRateLimits()
  const state = { isUp: true }
  const limits = RateLimitsLayer.layerShared(
    Effect.succeed({
      counter: "The test",
      take: (uses, now) => Effect.sync(() => (state.isUp ? [...counts.take(uses, now)] : undefined)),
      healthy: Effect.sync(() => state.isUp),
      forget: Effect.sync(counts.clear),
      lastError: () => "no reply in time"
    })
  )
  const process = Effect.map(Layer.build(Layer.fresh(limits)), Context.get(RateLimits))
  return { state, process }
}

const passing = Effect.fnUntraced(function* (limits: RateLimits["Service"], uses: number, subject: string) {
  let passed = 0
  for (let n = 0; n < uses; n++) {
    const [window] = yield* limits.take([{ policy, subject }])
    if (window?.exceeded === false) passed++
  }
  return passed
})

describe("RateLimits over shared counts that fail at times", () => {
  it.effect("HUB-090: lets exactly the limit pass in a window, however often the shared counts fail", () =>
    Effect.gen(function* () {
      const { process, state } = shared()
      const limits = yield* process
      let passed = 0
      for (let turn = 0; turn < 40; turn++) {
        state.isUp = turn % 2 === 0
        passed += yield* passing(limits, 7, "one")
      }
      assert.strictEqual(passed, 60)
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* passing(limits, 100, "one"), 60)
    }).pipe(Effect.scoped)
  )

  it.effect("HUB-090: continues from the last known shared counts", () =>
    Effect.gen(function* () {
      const { process, state } = shared()
      const [one, other] = [yield* process, yield* process]
      assert.strictEqual(yield* passing(other, 50, "many"), 50)
      assert.strictEqual(yield* passing(one, 1, "many"), 1)
      state.isUp = false
      assert.strictEqual(yield* passing(one, 60, "many"), 9)
      state.isUp = true
      assert.strictEqual(yield* passing(one, 60, "many"), 0)
      const [window] = yield* one.take([{ policy, subject: "many" }])
      assert.deepStrictEqual(window, { policy, remaining: 0, resetAt: 60_000, exceeded: true })
    }).pipe(Effect.scoped)
  )

  it.effect("HUB-090: returns the stricter of both counts, and starts over with the shared window", () =>
    Effect.gen(function* () {
      const { process, state } = shared()
      const limits = yield* process
      const left = Effect.map(limits.take([{ policy, subject: "left" }]), ([window]) => window?.remaining)
      assert.strictEqual(yield* left, 59)
      state.isUp = false
      assert.strictEqual(yield* left, 58)
      state.isUp = true
      assert.strictEqual(yield* left, 57)
      yield* limits.forget
      assert.strictEqual(yield* left, 59)
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* left, 59)
    }).pipe(Effect.scoped)
  )
})
