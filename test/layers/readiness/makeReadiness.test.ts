import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeReadiness } from "../../../src/layers/readiness/makeReadiness.ts"

const counting = (look: Effect.Effect<string | undefined>) => {
  const probe = { name: "core", isRequired: false, every: "10 seconds" as const }
  const state = { count: 0 }
  return {
    state,
    probe: {
      ...probe,
      look: Effect.andThen(
        Effect.sync(() => state.count++),
        look
      )
    }
  }
}

describe("makeReadiness", () => {
  it.effect("GEN-012: checks once for concurrent callers and while a result is fresh", () =>
    Effect.gen(function* () {
      const { probe, state } = counting(Effect.as(Effect.sleep("500 millis"), undefined))
      const { check } = yield* makeReadiness([probe])
      const checking = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => check),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("500 millis")
      for (const result of yield* Fiber.join(checking)) {
        assert.deepStrictEqual(result, [{ name: "core", isRequired: false, problem: undefined }])
      }
      yield* check
      yield* TestClock.adjust("9999 millis")
      yield* check
      assert.strictEqual(state.count, 1)
      yield* TestClock.adjust("1 millis")
      yield* Effect.forkChild(check)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(state.count, 2)
    })
  )

  it.effect("GEN-012: a probe that is silent for a second and one that dies do not answer", () =>
    Effect.gen(function* () {
      const silent = counting(Effect.never).probe
      const broken = { ...counting(Effect.die("broken")).probe, name: "broken", isRequired: true }
      const { check } = yield* makeReadiness([silent, broken])
      const checking = yield* Effect.forkChild(check)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(checking), [
        { name: "core", isRequired: false, problem: "does not answer" },
        { name: "broken", isRequired: true, problem: "does not answer" }
      ])
    })
  )
})
