import { Effect, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesVenue } from "../../domain/access/Reach.ts"
import type { Member } from "../../domain/members/Member.ts"
import type { MemoryTables } from "../Memory.ts"

/** Whether a member is visible within reach: twin of the SQL condition `memberVisibility`. */
export const isVisible = Effect.fnUntraced(function* (
  memory: MemoryTables,
  reach: Reach,
  { id: memberId, mergedInto }: Pick<Member, "id" | "mergedInto">
) {
  if (mergedInto !== null) return false
  const atVenues = [
    ...(yield* TxHashMap.values(memory.reservations)),
    ...(yield* TxHashMap.values(memory.fulfillments)),
    ...(yield* TxHashMap.values(memory.guestInvites))
  ].filter((row) => row.memberId === memberId)
  const reaches = ({ organizationId, propertyId }: (typeof atVenues)[number]) =>
    propertyId === null
      ? reach.venueIds === "all" && reachesOrganization(reach, organizationId)
      : reachesVenue(reach, organizationId, propertyId)
  if (atVenues.some(reaches)) return true
  if (reach.venueIds !== "all") return false
  return (yield* TxHashMap.values(memory.enrolments)).some(
    (row) => row.memberId === memberId && reachesOrganization(reach, row.organizationId)
  )
})
