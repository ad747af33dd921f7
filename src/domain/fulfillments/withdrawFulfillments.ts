import { DateTime, Effect } from "effect"
import { asSystem } from "../audit/audit.ts"
import type { MemberId } from "../members/Member.ts"
import { applyTransition } from "./applyTransition.ts"
import { expireLocked } from "./commandFulfillment.ts"
import type { LockedFulfillment } from "./Fulfillments.ts"
import { findTransition, isDue } from "./fulfillmentTransitions.ts"
import { lockClaims } from "./lockClaims.ts"

/**
 * Cancels open claims that are already locked, with a full refund (F19); a due one expires instead. Returns how many it
 * cancelled.
 */
export const withdrawLocked = Effect.fnUntraced(function* (claims: ReadonlyArray<LockedFulfillment>) {
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

/** The same for those of the claims bound to a cancelled stay whose offers require one. */
export const withdrawOfStay = (bound: ReadonlyArray<LockedFulfillment>) =>
  withdrawLocked(bound.filter(({ offer }) => offer.requiresStay))

/** The same for all open claims of a member whose account is closed. */
export const withdrawOfMember = (memberId: MemberId) => Effect.flatMap(lockClaims({ memberId }), withdrawLocked)
