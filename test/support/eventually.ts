import { Effect, Schedule } from "effect"

/**
 * Repeats the check until it passes; fails the test if it does not within `seconds`. A test gives them only if later
 * would be a fault of the service: a busy machine may take very long.
 */
export const eventually = <E, R>(
  what: string,
  check: Effect.Effect<boolean, E, R>,
  seconds = 300
): Effect.Effect<void, E, R> =>
  check.pipe(
    Effect.repeat({ until: (holds) => holds, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({
      duration: `${seconds} seconds`,
      orElse: () => Effect.die(new Error(`Not within ${seconds} s: ${what}`))
    }),
    Effect.asVoid
  )
