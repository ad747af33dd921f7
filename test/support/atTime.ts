import { Clock, DateTime, Effect } from "effect"

/**
 * Runs an effect with the clock stopped at `time`. Unlike adjusting the test clock this wakes no fibers: a database
 * pool would consider its connections expired.
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
