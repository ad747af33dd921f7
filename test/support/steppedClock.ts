import { Clock, type Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { movedClock } from "../../src/layers/movedClock.ts"

/**
 * A clock that passes time with the test clock (`advance`) and whose wall time `step` sets back or ahead, which
 * sleeping and measuring do not notice.
 */
export const steppedClock = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  let offset = 0
  return {
    clock: movedClock(clock, () => offset),
    advance: (time: Duration.Input) => Effect.provideService(TestClock.adjust(time), Clock.Clock, clock),
    step: (millis: number) =>
      Effect.sync(() => {
        offset += millis
      })
  }
})
