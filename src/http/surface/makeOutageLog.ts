import { Cause, Effect } from "effect"
import { QueueFull } from "../../domain/shared/Turns.ts"

/** How often an outage is logged with its reason, in milliseconds. */
const interval = 1000

/** A log of outages: each request that one costs, but only once a second with the reason, because they come in thousands. */
export const makeOutageLog = () => {
  let explainedAt = Number.NEGATIVE_INFINITY
  return (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
    Effect.suspend(() => {
      const taken = Cause.squash(cause)
      if (taken instanceof QueueFull) return Effect.logWarning(`Too many ${taken.of} wait for their turn`)
      const now = performance.now()
      if (now - explainedAt < interval) return Effect.logWarning("A dependency is away")
      explainedAt = now
      return Effect.logWarning("A dependency is away", cause)
    })
}
