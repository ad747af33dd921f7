import { DateTime, Effect } from "effect"
import { type Refused, refuse } from "../shared/Refused.ts"
import { type ChargedWallet, Wallets } from "../wallet/Wallets.ts"
import { applyTransition, type Occurrence, type Transitioned } from "./applyTransition.ts"
import type { Fulfillment } from "./Fulfillment.ts"
import { type FulfillmentLocator, Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"
import { findTransition, type FulfillmentTrigger, isDue } from "./fulfillmentTransitions.ts"

/** A command of one claim. `refusal` tells why the machine has no such move from a status. */
export interface FulfillmentCommand<E, R = never> {
  readonly locator: FulfillmentLocator
  readonly trigger: FulfillmentTrigger
  readonly occurrence: Occurrence
  readonly refusal: (status: FulfillmentStatus, row: Fulfillment) => E
  /** Statuses in which there is nothing left to do and the answer is the row as it is (F8). */
  readonly alreadyDone?: FulfillmentStatus
  /** What else has to hold, looked at under the lock. */
  readonly admit?: (locked: LockedFulfillment, now: DateTime.Utc) => Effect.Effect<void, Refused<E>, R>
}

const bySystem = { actor: { kind: "system", id: null }, requestId: null } as const

/** Lets a locked claim expire that fell due (F15, F16). */
export const expireLocked = Effect.fnUntraced(function* (locked: LockedFulfillment, charged?: ChargedWallet) {
  const transition = findTransition("expire", locked.row)
  if (transition === undefined) return yield* Effect.die(new Error(`${locked.row.status} does not expire`))
  return yield* applyTransition(locked, transition, { ...bySystem, action: "expired" }, charged)
})

/**
 * The claim, locked. Where a command tells whose it is, the member pays for it or is paid back: then claim and wallet
 * are asked for at once, and a database locks one after the other.
 */
const lock = Effect.fnUntraced(function* (locator: FulfillmentLocator) {
  const fulfillments = yield* Fulfillments
  const claim = fulfillments.getForUpdate(locator)
  if (!("memberId" in locator)) return { locked: yield* claim, charged: undefined }
  const wallets = yield* Wallets
  return yield* Effect.all(
    { locked: claim, charged: wallets.getChargedForUpdate(locator.memberId, locator.id) },
    { concurrency: "unbounded" }
  )
})

/**
 * Locks a claim and makes the move of the command, in a transaction of its caller's. Every refusal commits what was written
 * before it: the expiry of a claim that was due, or the count of a wrong code (DOMAIN 5.1).
 */
export const commandFulfillment = Effect.fnUntraced(function* <E, R = never>(command: FulfillmentCommand<E, R>) {
  const { admit, alreadyDone, locator, occurrence, refusal, trigger } = command
  const { charged, locked } = yield* lock(locator)
  const now = yield* DateTime.now
  const { row } = locked
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

/** What the system does by itself, whoever's claim it is. */
export const systemOccurrence = (action: string): Occurrence => ({ ...bySystem, action })
