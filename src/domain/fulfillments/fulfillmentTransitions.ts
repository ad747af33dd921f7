import { DateTime } from "effect"
import { isInternal, isSelfConfirmed } from "../offers/redemptionTypes.ts"
import { type FulfillmentStatus, isOpen, openStatuses } from "./FulfillmentStatus.ts"

/** The triggers of a transition. `withdraw` is the system's cancel (F19), `complete` the system's fulfill (F14). */
export const triggers = [
  "approve",
  "modify",
  "reject",
  "fulfill",
  "confirm",
  "cancel",
  "withdraw",
  "complete",
  "expire"
] as const
export type FulfillmentTrigger = (typeof triggers)[number]

/** The effect on a claim's codes: show (creating a missing one), suspend, void for good, or redeem. */
export type CodeEffect = "show" | "suspend" | "void" | "redeem"

/** A transition of the state machine and its effects, all in one transaction (DOMAIN 5.1). */
export interface FulfillmentTransition {
  readonly name: string
  readonly trigger: FulfillmentTrigger
  readonly from: ReadonlyArray<FulfillmentStatus>
  /** Whether it applies to a redemption type. */
  readonly appliesTo: (redemptionType: string) => boolean
  readonly to: FulfillmentStatus
  readonly codes: CodeEffect
  /** `ifOffered`: only if the offer refunds on expiry. */
  readonly refund: "none" | "full" | "ifOffered"
  readonly redemption: "approve" | "reject" | "fulfill" | "modify" | null
  /** Whether the member is notified; never of their own actions. */
  readonly notifiesMember: boolean
  readonly notifiesProperty: boolean
}

const everyType = () => true
const isNotSelfConfirmed = (redemptionType: string) => !isSelfConfirmed(redemptionType)

const move = (
  name: string,
  trigger: FulfillmentTrigger,
  from: ReadonlyArray<FulfillmentStatus>,
  to: FulfillmentStatus,
  codes: CodeEffect,
  more: Partial<FulfillmentTransition> = {}
): FulfillmentTransition => ({
  name,
  trigger,
  from,
  appliesTo: everyType,
  to,
  codes,
  refund: "none",
  redemption: null,
  notifiesMember: false,
  notifiesProperty: false,
  ...more
})

const byDesk = (redemption: FulfillmentTransition["redemption"]) => ({ redemption, notifiesMember: true })

/** Every transition after the claim, named as in DOMAIN 5.1. All others are refused and change nothing. */
export const fulfillmentTransitions: ReadonlyArray<FulfillmentTransition> = [
  move("F3", "approve", ["pending_approval", "modified", "claimed"], "approved", "show", byDesk("approve")),
  move("F4", "modify", openStatuses, "modified", "suspend", byDesk("modify")),
  move("F5", "reject", openStatuses, "rejected", "void", { ...byDesk("reject"), refund: "full" }),
  move("F6", "fulfill", ["claimed", "approved"], "fulfilled", "redeem", byDesk("fulfill")),
  move("F7", "confirm", ["claimed", "approved"], "fulfilled", "redeem", { appliesTo: isSelfConfirmed }),
  move("F9", "cancel", openStatuses, "cancelled", "void", { refund: "full", notifiesProperty: true }),
  move("F14", "complete", ["claimed", "approved"], "fulfilled", "redeem", { appliesTo: isInternal }),
  move("F15", "expire", ["pending_approval", "modified"], "expired", "void", { refund: "full", notifiesMember: true }),
  move("F15", "expire", ["claimed"], "expired", "void", {
    appliesTo: isNotSelfConfirmed,
    refund: "full",
    notifiesMember: true
  }),
  move("F16", "expire", ["claimed"], "expired", "void", { appliesTo: isSelfConfirmed, refund: "ifOffered" }),
  move("F16", "expire", ["approved"], "expired", "void", { refund: "ifOffered" }),
  move("F19", "withdraw", openStatuses, "cancelled", "void", {
    refund: "full",
    notifiesMember: true,
    notifiesProperty: true
  })
]

interface ClaimState {
  readonly status: FulfillmentStatus
  readonly redemptionType: string
}

/** The transition for a trigger in this state; undefined when there is none. */
export const findTransition = (
  trigger: FulfillmentTrigger,
  { redemptionType, status }: ClaimState
): FulfillmentTransition | undefined =>
  fulfillmentTransitions.find(
    (transition) =>
      transition.trigger === trigger && transition.from.includes(status) && transition.appliesTo(redemptionType)
  )

/** Whether a transition returns the charge of a claim of this offer (DOMAIN 5.1). */
export const isRefunded = (
  { refund }: FulfillmentTransition,
  { refundOnExpiry }: { readonly refundOnExpiry: boolean }
): boolean => refund === "full" || (refund === "ifOffered" && refundOnExpiry)

/** Whether a claim is due: it counts as expired, whatever is stored. */
export const isDue = (
  { expiresAt, status }: { readonly expiresAt: DateTime.Utc; readonly status: FulfillmentStatus },
  now: DateTime.Utc
): boolean => isOpen(status) && DateTime.isLessThanOrEqualTo(expiresAt, now)

/** The current status, which is `expired` once the claim is due, even if not stored yet (DOMAIN 5.1). */
export const fulfillmentStatusAt = (
  claim: { readonly expiresAt: DateTime.Utc; readonly status: FulfillmentStatus },
  now: DateTime.Utc
): FulfillmentStatus => (isDue(claim, now) ? "expired" : claim.status)

/** Whether the member is reminded before a claim ends: its expiry refunds nothing unless the offer says otherwise. */
export const isReminded = (claim: ClaimState): boolean => findTransition("expire", claim)?.refund === "ifOffered"
