import { DateTime, Effect } from "effect"
import { asSystem } from "../audit/audit.ts"
import { type CommittedRefusal, refuse } from "../shared/CommittedRefusal.ts"
import { type ChargedWallet, Wallets } from "../wallet/Wallets.ts"
import { applyTransition, type Occurrence, type Transitioned } from "./applyTransition.ts"
import type { Fulfillment } from "./Fulfillment.ts"
import { type FulfillmentLocator, Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"
import { findTransition, type FulfillmentTrigger, isDue } from "./fulfillmentTransitions.ts"

/** A command on one claim. `refusal` is the failure when the status has no transition for the trigger. */
export interface FulfillmentCommand<E, R = never> {
  readonly locator: FulfillmentLocator
  readonly trigger: FulfillmentTrigger
  readonly occurrence: Occurrence
  readonly refusal: (status: FulfillmentStatus, row: Fulfillment) => E
  /** The failure for a member whose account has been closed or merged since authentication (MEM-003). */
  readonly closed?: () => E
  /** The status that makes the command a no-op: it returns the current row (F8). */
  readonly alreadyDone?: FulfillmentStatus
  /** Runs as soon as the claim is locked, whatever the outcome of the command. */
  readonly located?: (locked: LockedFulfillment) => Effect.Effect<void>
  /** Checked under the lock, before the status, so that an exhausted budget reveals nothing about the claim. */
  readonly limit?:
    | ((locked: LockedFulfillment, now: DateTime.Utc) => Effect.Effect<void, CommittedRefusal<E>, R>)
    | undefined
  /** Further conditions, checked under the lock once a transition is found. */
  readonly admit?:
    | ((locked: LockedFulfillment, now: DateTime.Utc) => Effect.Effect<void, CommittedRefusal<E>, R>)
    | undefined
}

/** Expires a locked claim that is due (F15, F16). */
export const expireLocked = Effect.fnUntraced(function* (locked: LockedFulfillment, charged?: ChargedWallet) {
  const transition = findTransition("expire", locked.row)
  if (transition === undefined) return yield* Effect.die(new Error(`${locked.row.status} does not expire`))
  return yield* asSystem(applyTransition(locked, transition, { action: "expired" }, charged))
})

/**
 * Locks the claim. A locator that names the member also locks their wallet, which the command debits or refunds: both
 * are requested at once and the database locks them in order. A closed account is refused whatever became of the claim.
 */
const lock = Effect.fnUntraced(function* <E>(locator: FulfillmentLocator, closed: (() => E) | undefined) {
  const fulfillments = yield* Fulfillments
  const claim = fulfillments.getForUpdate(locator)
  if (!("memberId" in locator)) return { locked: yield* claim, charged: undefined }
  const wallets = yield* Wallets
  const { charged, found } = yield* Effect.all(
    { found: Effect.result(claim), charged: wallets.getChargedForUpdate(locator.memberId, locator.id) },
    { concurrency: "unbounded" }
  )
  if (charged.wallet.isClosed && closed !== undefined) return yield* Effect.fail(closed())
  return { locked: yield* Effect.fromResult(found), charged }
})

/**
 * Locks a claim and applies the command's transition, in the caller's transaction. A refusal commits what was written
 * before it: the expiry of a due claim, or the count of wrong codes (DOMAIN 5.1).
 */
export const commandFulfillment = Effect.fnUntraced(function* <E, R = never>(command: FulfillmentCommand<E, R>) {
  const { admit, alreadyDone, closed, limit, located, locator, occurrence, refusal, trigger } = command
  const { charged, locked } = yield* lock(locator, closed)
  const now = yield* DateTime.now
  const { row } = locked
  if (located !== undefined) yield* located(locked)
  if (limit !== undefined) yield* limit(locked, now)
  if (isDue(row, now)) {
    yield* expireLocked(locked, charged)
    return yield* refuse(refusal("expired", row))
  }
  if (row.status === alreadyDone) return { locked, redemption: null } satisfies Transitioned
  const transition = findTransition(trigger, row)
  if (transition === undefined) return yield* refuse(refusal(row.status, row))
  if (admit !== undefined) yield* admit(locked, now)
  return yield* applyTransition(locked, transition, occurrence, charged)
})
