import { DateTime, Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { refreshArrivalOfStay } from "../arrivals/refreshArrivals.ts"
import { audit } from "../audit/audit.ts"
import { lockOpenAccount } from "../members/lockOpenAccount.ts"
import type { MemberId } from "../members/Member.ts"
import { staysMatching, type StayDetails } from "./staysMatching.ts"
import { followPoints } from "./followPoints.ts"
import type { ReservationId, ReservationXid } from "./Reservation.ts"
import { ReservationLinked, ReservationMissing } from "./ReservationErrors.ts"
import { Stays } from "./Stays.ts"
import { toReservationSummary } from "./toReservationSummary.ts"

/**
 * Links a stay to the member, with its pending points and its arrival task; refused if it is linked to another member.
 */
const link = Effect.fnUntraced(function* (id: ReservationId, memberId: MemberId, xid: string) {
  const stays = yield* Stays
  yield* lockOpenAccount
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
 * Links a stay to the caller, who must provide the same details as for a look-up; the stay must be among its matches.
 * Its pending points are created in the same transaction, the caller's. Repeating it changes nothing (MEM-113).
 */
export const linkReservation = Effect.fnUntraced(function* (externalId: ReservationXid, details: StayDetails) {
  const { memberId, xid } = yield* MemberCaller
  const match = (yield* staysMatching(details)).find((stay) => stay.externalId === externalId)
  if (match === undefined) return yield* new ReservationMissing()
  if (match.memberId !== memberId) yield* link(match.id, memberId, xid)
  const linked = (yield* staysMatching(details)).find((stay) => stay.id === match.id)
  return linked === undefined ? yield* new ReservationMissing() : toReservationSummary(linked)
})
