import { Cause, Effect } from "effect"
import { Contention } from "../shared/Contention.ts"
import { SealUnopened } from "../shared/openSealed.ts"
import { Outage } from "../shared/Outage.ts"

/** How many contended items a run tolerates: more of them mean that a whole table is locked, not only some rows. */
const maxContended = 3

/**
 * Whether the failure of one item would affect the other items of a run as well, as an interruption or an outage does.
 * A stored value that no secret opens affects only its own item, and so does a locked row, until a run has met three.
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
