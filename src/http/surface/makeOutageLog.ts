import { Cause, Effect } from "effect"
import { Overload } from "../../domain/shared/Overload.ts"

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
      if (error instanceof Overload) return Effect.logWarning(error.message)
      const now = performance.now()
      if (now - explainedAt < interval) return Effect.logWarning("A dependency is unavailable")
      explainedAt = now
      return Effect.logWarning("A dependency is unavailable", cause)
    })
}
