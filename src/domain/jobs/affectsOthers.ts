import { Cause, Effect } from "effect"
import { Contention } from "../shared/Contention.ts"
import { SealUnopened } from "../shared/openSealed.ts"
import { Outage } from "../shared/Outage.ts"

/** How many contended items a run waits for: if more are, a table is locked rather than the rows of some items. */
const maxContended = 3

/**
 * Whether the failure of one item would meet the other items of a run as well: an interruption or an outage. A stored
 * value that no secret opens is an outage for its own item only, and so is a locked row, up to the third of a run.
 */
export const affectsOthers = Effect.gen(function* () {
  const isOutage = yield* Outage
  const isContended = yield* Contention
  let contended = 0
  return (cause: Cause.Cause<unknown>): boolean => {
    if (Cause.hasInterrupts(cause)) return true
    const error = Cause.squash(cause)
    if (isContended(error)) return ++contended >= maxContended
    return isOutage(error) && !(error instanceof SealUnopened)
  }
})
