import { Array, Effect, Order } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { cutTo, nowhere, type Reach } from "../access/Reach.ts"
import type { Operator } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { Teammate } from "./Teammate.ts"
import { Teammates } from "./Teammates.ts"

/** The venues that an operator reaches: all of the organization, or those listed. */
export type VenueReach = Pick<Operator, "allVenues" | "venueIds">

/** A teammate under lock: what they reach, as they look to the caller, and the caller's reach at this moment. */
export interface TeammateUnderLock {
  readonly id: Operator["id"]
  readonly organizationId: OrganizationId
  readonly held: VenueReach
  readonly shown: Teammate
  readonly reach: Reach
}

/** The reach of the request, narrowed by what the operator who calls has lost since it was authenticated. */
const reachNow = (reach: Reach, caller: Operator | null): Reach => {
  if (caller === null) return reach
  if (caller.status !== "active") return nowhere
  if (caller.allVenues) return reach
  return reach.venueIds === "all" ? { ...reach, venueIds: caller.venueIds } : cutTo(reach, caller.venueIds)
}

/** Without repeats and in order, so that a set has one form. */
export const setOf = (venueIds: ReadonlyArray<VenueId>) => Array.sort(Array.dedupe(venueIds), Order.Number)

/**
 * Locks a teammate that the caller sees, and the operator who calls: of two changes at once one follows the other, and
 * nobody passes on what they have just lost. Needs a transaction, its caller's.
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
    held: { allVenues, venueIds: allVenues ? [] : setOf(operator.venueIds) },
    shown: yield* teammates.get({ reach, teammateId }),
    reach
  } satisfies TeammateUnderLock
})
