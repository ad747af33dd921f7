import { DateTime, Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { refreshArrivalOfStay } from "../arrivals/refreshArrivals.ts"
import { audit } from "../audit/audit.ts"
import type { MemberId } from "../members/Member.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { claimedStays, type StayClaim } from "./claimedStays.ts"
import { followPoints } from "./followPoints.ts"
import type { ReservationId, ReservationXid } from "./Reservation.ts"
import { ReservationLinked, ReservationMissing } from "./ReservationErrors.ts"
import { Stays } from "./Stays.ts"
import { toReservationSummary } from "./toReservationSummary.ts"

/** Links a stay to the member, with its pending points and its arrival task; refused if another member was first. */
const link = Effect.fnUntraced(function* (id: ReservationId, memberId: MemberId, xid: string) {
  const stays = yield* Stays
  const wallets = yield* Wallets
  yield* wallets.getForUpdate(memberId)
  const now = yield* DateTime.now
  const before = yield* stays.findForUpdate({ id, now })
  if (Option.isNone(before)) return yield* new ReservationMissing()
  const { facts, row } = before.value
  if (row.memberId === memberId) return
  if (row.memberId !== null) return yield* new ReservationLinked()
  yield* stays.update({ ...row, memberId, updatedAt: now })
  const after = yield* stays.findForUpdate({ id, now })
  if (Option.isNone(after)) return yield* new ReservationMissing()
  yield* followPoints(facts, after.value)
  yield* refreshArrivalOfStay(row, after.value.row)
  yield* audit({
    organizationId: row.organizationId,
    action: "reservation.linked",
    subject: `reservation:${row.externalId}`,
    before: null,
    after: { member: xid }
  })
})

/**
 * Links a stay to the caller, who must state what a look-up requires; the stay of the path must be among those found.
 * Its pending points are created in the same transaction, which is the caller's. Repeating it changes nothing
 * (MEM-113).
 */
export const linkReservation = Effect.fnUntraced(function* (externalId: ReservationXid, claim: StayClaim) {
  const { memberId, xid } = yield* MemberCaller
  const found = (yield* claimedStays(claim)).find((stay) => stay.externalId === externalId)
  if (found === undefined) return yield* new ReservationMissing()
  if (found.memberId !== memberId) yield* link(found.id, memberId, xid)
  const linked = (yield* claimedStays(claim)).find((stay) => stay.id === found.id)
  return linked === undefined ? yield* new ReservationMissing() : toReservationSummary(linked)
})
