import { Clock, DateTime, Effect } from "effect"
import { TimestampRefused } from "./ProviderErrors.ts"

/** The accepted difference of a request's timestamp from now, in seconds, in either direction (INT-039). */
export const windowSeconds = 300

const pattern = /^\d{1,11}$/u

/** Parses a request's timestamp in epoch seconds; refused outside the window (INT-039). */
export const signedAt = Effect.fnUntraced(function* (timestamp: string | undefined) {
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  if (timestamp === undefined || !pattern.test(timestamp)) return yield* new TimestampRefused()
  const seconds = Number(timestamp)
  if (Math.abs(now - seconds) > windowSeconds) return yield* new TimestampRefused()
  return DateTime.makeUnsafe(seconds * 1000)
})
