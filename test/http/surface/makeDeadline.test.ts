import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { makeDeadline } from "../../../src/http/surface/makeDeadline.ts"
import { collectGarbage } from "../../support/collectGarbage.ts"

it.live("a deadline does not retain finished work while earlier work is running", () =>
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
