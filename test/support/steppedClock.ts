import { Clock, type Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

/**
 * A clock that passes time with the test clock (`advance`) and whose wall time `step` sets back or ahead, which sleeping
 * and measuring do not notice.
 */
export const steppedClock = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  let offset = 0
  const currentTimeMillisUnsafe = () => clock.currentTimeMillisUnsafe() + offset
  const currentTimeNanosUnsafe = () => clock.currentTimeNanosUnsafe() + BigInt(offset) * 1_000_000n
  const stepped: Clock.Clock = {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe,
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
  return {
    clock: stepped,
    advance: (time: Duration.Input) => Effect.provideService(TestClock.adjust(time), Clock.Clock, clock),
    step: (millis: number) =>
      Effect.sync(() => {
        offset += millis
      })
  }
})
