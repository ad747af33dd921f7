import { Effect, TxHashMap } from "effect"
import { type Reach, reachesRecord } from "../../domain/access/Reach.ts"
import type { MemoryTables } from "../memory/Memory.ts"

/** The members that are visible within reach: twin of the SQL condition `isLinkedTo`. */
export const linkedMembers = Effect.fnUntraced(function* (memory: MemoryTables, reach: Reach) {
  const enrolments = yield* TxHashMap.values(memory.enrolments)
  const links = [
    ...enrolments.map(({ memberId, organizationId }) => ({ memberId, organizationId, propertyId: null })),
    ...(yield* TxHashMap.values(memory.reservations)),
    ...(yield* TxHashMap.values(memory.fulfillments)),
    ...(yield* TxHashMap.values(memory.guestInvites))
  ]
  const reached = links.filter(({ organizationId, propertyId }) => reachesRecord(reach, organizationId, propertyId))
  const linked = new Set(reached.map(({ memberId }) => memberId))
  return (yield* TxHashMap.values(memory.members)).filter(({ id, mergedInto }) => mergedInto === null && linked.has(id))
})
