import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { getHeapSpaceStatistics } from "node:v8"
import { makeDeadline } from "../../../src/http/surface/makeDeadline.ts"
import { collectGarbage } from "../../support/collectGarbage.ts"

it.live("a deadline keeps nothing of the work that has ended, while earlier work goes on", () =>
  Effect.gen(function* () {
    const withDeadline = makeDeadline(Duration.hours(1))
    const endless = yield* Effect.forkChild(withDeadline(Effect.never))
    const held: Array<WeakRef<object>> = []
    const work = Effect.suspend(() => {
      const request = {}
      held.push(new WeakRef(request))
      return withDeadline(
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => Object.keys(request).length)
        )
      )
    })
    yield* Effect.all(
      Array.from({ length: 5000 }, () => work),
      { concurrency: 32, discard: true }
    )
    yield* Effect.sleep(0)
    yield* collectGarbage
    const kept = held.filter((reference) => reference.deref() !== undefined).length
    assert.isBelow(kept, 100)
    yield* Fiber.interrupt(endless)
  })
)

const oldBytes = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === "old_space")
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0)

it.live("what work beside other work has held is gone with the next young collection", () =>
  Effect.gen(function* () {
    const withDeadline = makeDeadline(Duration.hours(1))
    const work = Effect.suspend(() => {
      const held = Array.from({ length: 500 }, (_, index) => index + 0.5)
      return withDeadline(
        Effect.as(
          Effect.promise(() => new Promise(setImmediate)),
          held.length
        )
      )
    })
    const run = (count: number) =>
      Effect.all(
        Array.from({ length: count }, () => work),
        { concurrency: 8, discard: true }
      )
    yield* run(2000)
    yield* collectGarbage
    const before = oldBytes()
    yield* run(10_000)
    assert.isBelow((oldBytes() - before) / 10_000, 200)
  })
)
