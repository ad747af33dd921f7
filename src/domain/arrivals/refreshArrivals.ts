import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Reservation } from "../reservations/Reservation.ts"
import { atomically } from "../shared/atomically.ts"
import { ArrivalSnapshots } from "./ArrivalSnapshots.ts"
import { createArrivalsOf } from "./createArrivals.ts"
import { takeSnapshots } from "./takeSnapshots.ts"

/** Tasks per transaction: few enough to keep each short, many enough that a night's work takes few. */
const batch = 500

const refreshBatch = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
  const { listDue } = yield* ArrivalSnapshots
  const due = yield* listDue({ now, limit })
  yield* takeSnapshots(due, now)
  return due.length
}, atomically)

/** Rebuilds every task that is due, `limit` per transaction; returns how many (PAR-032, PAR-037, DOMAIN 6.2). */
export const refreshArrivals = Effect.fnUntraced(function* (limit: number = batch) {
  const now = yield* DateTime.now
  let refreshed = 0
  let last = limit
  while (last === limit) {
    last = yield* refreshBatch(now, limit)
    refreshed += last
  }
  return refreshed
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
    yield* createArrivalsOf({ reservationId: after.id })
  }
})
