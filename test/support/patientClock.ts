import { type Clock, Duration, Effect } from "effect"
import { wallClock } from "./wallClock.ts"

/** Pauses between tries are shorter, and the timeout of a try is not. */
const shortestTimeout = Duration.millis(500)

/** The timeout of a call with all its tries is longer, and that of one try is not. */
const longestTimeout = Duration.millis(1500)

/**
 * The wall clock for a caller of another system, on which a busy machine makes no timeout pass: that of a try passes
 * once the system has left a request unanswered, one for each of the `silences`, and longer ones never.
 */
export const patientClock = (silences: () => number): Clock.Clock => {
  let passed = 0
  const unanswered = Effect.sync(() => {
    if (silences() === passed) return false
    passed += 1
    return true
  })
  const nextSilence = Effect.repeat(Effect.andThen(wallClock.sleep(Duration.millis(5)), unanswered), {
    until: (isPassed) => isPassed
  })
  return {
    currentTimeMillisUnsafe: () => wallClock.currentTimeMillisUnsafe(),
    currentTimeMillis: wallClock.currentTimeMillis,
    currentTimeNanosUnsafe: () => wallClock.currentTimeNanosUnsafe(),
    currentTimeNanos: wallClock.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => wallClock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: wallClock.monotonicTimeNanos,
    sleep: (duration) => {
      if (Duration.isLessThan(duration, shortestTimeout)) return wallClock.sleep(duration)
      return Duration.isGreaterThan(duration, longestTimeout) ? Effect.never : Effect.asVoid(nextSilence)
    }
  }
}
