import { Array, Effect, Order } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { restrictTo, nowhere, type Reach } from "../access/Reach.ts"
import type { Operator } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { Teammate } from "./Teammate.ts"
import { Teammates } from "./Teammates.ts"

/** The venues that an operator reaches: all of the organization, or those listed. */
export type VenueReach = Pick<Operator, "allVenues" | "venueIds">

/** A locked teammate: their current reach, their view to the caller, and the caller's current reach. */
export interface TeammateUnderLock {
  readonly id: Operator["id"]
  readonly organizationId: OrganizationId
  readonly current: VenueReach
  readonly view: Teammate
  readonly reach: Reach
}

/** The authenticated reach, narrowed by what the calling operator has lost since authentication. */
const reachNow = (reach: Reach, caller: Operator | null): Reach => {
  if (caller === null) return reach
  if (caller.status !== "active") return nowhere
  if (caller.allVenues) return reach
  return reach.venueIds === "all" ? { ...reach, venueIds: caller.venueIds } : restrictTo(reach, caller.venueIds)
}

/** Distinct and sorted, the canonical form of a set. */
export const setOf = (venueIds: ReadonlyArray<VenueId>) => Array.sort(Array.dedupe(venueIds), Order.Number)

/**
 * Locks a teammate visible to the caller, and the calling operator. This serialises changes and prevents callers from
 * granting reach that they have just lost. Runs in the caller's transaction.
 */
export const lockTeammate = Effect.fnUntraced(function* (teammateId: string) {
  const { principal, reach: authenticated } = yield* PartnerCaller
  const teammates = yield* Teammates
  const callerSubject = principal.kind === "operator" ? principal.id : null
  const { caller, operator } = yield* teammates.getForUpdate({ reach: authenticated, teammateId, callerSubject })
  const reach = reachNow(authenticated, caller)
  const { allVenues, id, organizationId } = operator
  return {
    id,
    organizationId,
    current: { allVenues, venueIds: allVenues ? [] : setOf(operator.venueIds) },
    view: yield* teammates.get({ reach, teammateId }),
    reach
  } satisfies TeammateUnderLock
})
