import { Cause, Effect } from "effect"
import { DecodingStarved } from "../../domain/images/ImageErrors.ts"
import { QueueFull } from "../../domain/shared/Turns.ts"

/** Minimum interval between log lines that include the cause, in milliseconds. */
const interval = 1000

/**
 * Logs every request lost to an outage, but includes the cause at most once a second: outages fail thousands of
 * requests.
 */
export const makeOutageLog = () => {
  let explainedAt = Number.NEGATIVE_INFINITY
  return (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
    Effect.suspend(() => {
      const error = Cause.squash(cause)
      if (error instanceof QueueFull) return Effect.logWarning(`Too many ${error.of} wait for their turn`)
      if (error instanceof DecodingStarved) return Effect.logWarning("The processor is too busy to decode an image")
      const now = performance.now()
      if (now - explainedAt < interval) return Effect.logWarning("A dependency is unavailable")
      explainedAt = now
      return Effect.logWarning("A dependency is unavailable", cause)
    })
}
