import { Clock, DateTime, Effect } from "effect"

/**
 * Runs an effect as if it were `time`, which does not pass. Unlike a move of the test's clock it wakes nobody: the pool of
 * a database would take its connections for outlived.
 */
export const atTime =
  (time: DateTime.Utc) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Clock.clockWith((clock) => {
      const millis = DateTime.toEpochMillis(time)
      const nanos = BigInt(millis) * 1_000_000n
      return Effect.provideService(effect, Clock.Clock, {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.succeed(millis),
        currentTimeNanosUnsafe: () => nanos,
        currentTimeNanos: Effect.succeed(nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      })
    })
