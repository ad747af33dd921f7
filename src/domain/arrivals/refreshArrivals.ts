import { DateTime, Effect } from "effect"
import { processByOrganization } from "../jobs/processByOrganization.ts"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Reservation } from "../reservations/Reservation.ts"
import { atomically } from "../shared/atomically.ts"
import { ArrivalSnapshots } from "./ArrivalSnapshots.ts"
import { createArrivalsOf } from "./createArrivals.ts"
import { takeSnapshots } from "./takeSnapshots.ts"

/** Tasks per transaction: few enough to keep each short, many enough that a night's work takes few. */
const batch = 500

const refreshDue = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  ids: ReadonlyArray<number>,
  now: DateTime.Utc
) {
  const { listStillDue } = yield* ArrivalSnapshots
  const due = yield* listStillDue({ organizationId, ids, now })
  yield* takeSnapshots(due, now)
  return due.length
}, atomically)

/**
 * Rebuilds every task that is due, of one organization and at most `limit` per transaction; returns how many (PAR-032,
 * PAR-037, DOMAIN 6.2). A failure in one organization does not block the others.
 */
export const refreshArrivals = Effect.fnUntraced(function* (limit: number = batch) {
  const { listDue } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  return yield* processByOrganization(
    (except) => listDue({ now, except, limit }),
    (organizationId, tasks) =>
      refreshDue(
        organizationId,
        tasks.map(({ id }) => id),
        now
      )
  )
})

/**
 * Immediately rebuilds the arrival tasks of a member whose tier or enrolment changed, and creates missing ones (DOMAIN
 * 6.2).
 */
export const refreshArrivalsOfMember = Effect.fnUntraced(function* (memberId: MemberId) {
  const { listByMember } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  yield* takeSnapshots(yield* listByMember({ memberId, now }), now)
  yield* createArrivalsOf({ memberId })
}, atomically)

/** The fields of a stay that its task depends on. */
const relevantFields = ["propertyId", "memberId", "status", "checkIn", "checkOut"] as const

/**
 * Immediately rebuilds or creates the arrival task of a stay that was added or changed (DOMAIN 6.1). Call it in the
 * transaction of the change, with the stay locked.
 */
export const refreshArrivalOfStay = Effect.fnUntraced(function* (before: Reservation | undefined, after: Reservation) {
  if (relevantFields.every((field) => before?.[field] === after[field])) return
  const { listByReservation } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  const existing = before === undefined ? [] : yield* listByReservation(after.id)
  if (existing.length > 0) return yield* takeSnapshots(existing, now)
  if (after.status === "confirmed" && after.memberId !== null && after.checkIn !== null) {
    yield* createArrivalsOf({ organizationId: after.organizationId, reservationIds: [after.id] })
  }
})
