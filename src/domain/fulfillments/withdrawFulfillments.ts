import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import { applyTransition } from "./applyTransition.ts"
import { expireLocked, systemOccurrence } from "./commandFulfillment.ts"
import { Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"
import { findTransition, isDue } from "./fulfillmentTransitions.ts"

/** All of them are locked by now, in the order of their ids; one that fell due before expires instead. */
const withdraw = Effect.fnUntraced(function* (all: ReadonlyArray<LockedFulfillment>) {
  const now = yield* DateTime.now
  let withdrawn = 0
  for (const locked of all) {
    const transition = findTransition("withdraw", locked.row)
    if (isDue(locked.row, now)) yield* expireLocked(locked)
    else if (transition !== undefined) {
      yield* applyTransition(locked, transition, systemOccurrence("cancelled"))
      withdrawn++
    }
  }
  return withdrawn
})

/**
 * Cancels the open claims that are bound to a stay and need one, with a full refund: the stay was cancelled (F19). To be run
 * in the transaction that cancels it, when it has: a claim that meets the lock is refused then, and none slips through.
 * Answers how many.
 */
export const withdrawOfStay = Effect.fnUntraced(function* (reservationId: ReservationId) {
  const fulfillments = yield* Fulfillments
  const bound = yield* fulfillments.listForUpdate({ reservationId })
  return yield* withdraw(bound.filter(({ offer }) => offer.requiresStay))
})

/** Cancels every open claim of a member who is closed, with a full refund, in that transaction (F19); answers how many. */
export const withdrawOfMember = Effect.fnUntraced(function* (memberId: MemberId) {
  const fulfillments = yield* Fulfillments
  return yield* withdraw(yield* fulfillments.listForUpdate({ memberId }))
})
