import { Clock, Effect } from "effect"

/** The real clock, where a test's own stands still. */
export const wallClock = Effect.runSync(Clock.clockWith(Effect.succeed))
