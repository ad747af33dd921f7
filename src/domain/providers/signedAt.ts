import { Clock, DateTime, Effect } from "effect"
import { TimestampRefused } from "./ProviderErrors.ts"

/** How much the time of a request may differ, in seconds, in either direction (INT-039). */
export const windowSeconds = 300

const pattern = /^\d{1,11}$/u

/** The time that a request says it was signed at, in epoch seconds; refused outside the window (INT-039). */
export const signedAt = Effect.fnUntraced(function* (written: string | undefined) {
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  if (written === undefined || !pattern.test(written)) return yield* new TimestampRefused()
  const seconds = Number(written)
  if (Math.abs(now - seconds) > windowSeconds) return yield* new TimestampRefused()
  return DateTime.makeUnsafe(seconds * 1000)
})
