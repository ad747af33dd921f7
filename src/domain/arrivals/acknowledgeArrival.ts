import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { audit } from "../audit/audit.ts"
import { touchVenues } from "../access/TouchedVenues.ts"
import { Arrivals } from "./Arrivals.ts"
import { catchUpLockedTasks } from "./catchUpArrivals.ts"

/**
 * Acknowledges a task as the response shows it, up to date with committed changes. A repeat keeps the first
 * time, person and note. Redeems nothing (PAR-033 to PAR-036).
 */
export const acknowledgeArrival = Effect.fnUntraced(function* (taskId: string, note: string | undefined) {
  const { organization, principal, reach } = yield* PartnerCaller
  const arrivals = yield* Arrivals
  const acknowledge = arrivals.updateAcknowledgement({
    reach,
    taskId,
    now: yield* DateTime.now,
    by: note === undefined ? principal : { ...principal, note }
  })
  const first = yield* acknowledge
  // Rebuilding marks the task as changed, which the second acknowledgement clears; it keeps what the first one set.
  const last = first.isOutdated ? yield* Effect.andThen(catchUpLockedTasks(reach, [taskId]), acknowledge) : first
  const { arrival, venueId } = last
  yield* touchVenues(venueId)
  if (first.hasChanged || last.hasChanged) {
    yield* audit({
      organizationId: organization?.id ?? null,
      action: "arrival.acknowledged",
      subject: `arrival:${taskId}`,
      before: null,
      after: { status: arrival.status }
    })
  }
  return arrival
})
