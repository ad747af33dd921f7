import { Cause, Effect } from "effect"
import { SealUnopened } from "../shared/openSealed.ts"
import { Outage } from "../shared/Outage.ts"

/**
 * Whether the failure of one item would meet the other items of a job as well: an interruption or an outage. A stored
 * value that no secret opens is an outage for its own item only.
 */
export const affectsOthers = Effect.gen(function* () {
  const isOutage = yield* Outage
  return (cause: Cause.Cause<unknown>): boolean => {
    const error = Cause.squash(cause)
    return Cause.hasInterrupts(cause) || (isOutage(error) && !(error instanceof SealUnopened))
  }
})
