import { DateTime, Effect } from "effect"
import { asSystem } from "../audit/audit.ts"
import type { MemberId } from "../members/Member.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import { applyTransition } from "./applyTransition.ts"
import { expireLocked } from "./commandFulfillment.ts"
import { Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"
import { findTransition, isDue } from "./fulfillmentTransitions.ts"

/** Withdraws claims that are already locked, in id order; a due one expires instead. */
const withdraw = Effect.fnUntraced(function* (claims: ReadonlyArray<LockedFulfillment>) {
  const now = yield* DateTime.now
  let withdrawn = 0
  for (const locked of claims) {
    const transition = findTransition("withdraw", locked.row)
    if (isDue(locked.row, now)) yield* expireLocked(locked)
    else if (transition !== undefined) {
      yield* asSystem(applyTransition(locked, transition, { action: "cancelled" }))
      withdrawn++
    }
  }
  return withdrawn
})

/**
 * Cancels, with a full refund, the open claims that require a stay which was cancelled (F19); returns how many. Run it
 * in the transaction that cancels the stay, after the cancellation: a concurrent claim then waits for the stay's row
 * lock and is refused.
 */
export const withdrawOfStay = Effect.fnUntraced(function* (reservationId: ReservationId) {
  const fulfillments = yield* Fulfillments
  const bound = yield* fulfillments.listForUpdate({ reservationId })
  return yield* withdraw(bound.filter(({ offer }) => offer.requiresStay))
})

/**
 * Cancels every open claim of a closed member, with a full refund, in the closing transaction (F19); returns how many.
 */
export const withdrawOfMember = Effect.fnUntraced(function* (memberId: MemberId) {
  const fulfillments = yield* Fulfillments
  return yield* withdraw(yield* fulfillments.listForUpdate({ memberId }))
})
