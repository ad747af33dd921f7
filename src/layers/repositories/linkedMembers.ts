import { Effect, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesVenue } from "../../domain/access/Reach.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import type { VenueId } from "../../domain/properties/Property.ts"
import type { MemoryTables } from "../memory/Memory.ts"

/** Whether a member's link to an organization, with or without a venue, is within reach. */
const reaches = (
  reach: Reach,
  link: { readonly organizationId: OrganizationId; readonly propertyId: VenueId | null }
) =>
  reach.venueIds === "all"
    ? reachesOrganization(reach, link.organizationId)
    : link.propertyId !== null && reachesVenue(reach, link.organizationId, link.propertyId)

/** The members that are visible within reach: twin of the SQL condition `isLinkedTo`. */
export const linkedMembers = Effect.fnUntraced(function* (memory: MemoryTables, reach: Reach) {
  const enrolments = yield* TxHashMap.values(memory.enrolments)
  const links = [
    ...enrolments.map(({ memberId, organizationId }) => ({ memberId, organizationId, propertyId: null })),
    ...(yield* TxHashMap.values(memory.reservations)),
    ...(yield* TxHashMap.values(memory.fulfillments)),
    ...(yield* TxHashMap.values(memory.guestInvites))
  ]
  const linked = new Set(links.filter((link) => reaches(reach, link)).map(({ memberId }) => memberId))
  return (yield* TxHashMap.values(memory.members)).filter(({ id, mergedInto }) => mergedInto === null && linked.has(id))
})
