import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { AuditOrigin } from "../audit/audit.ts"
import { requiresVerificationCode } from "../offers/redemptionTypes.ts"
import type { OfferCodeStatus } from "../offers/OfferCode.ts"
import { moveLockedWallet } from "../wallet/moveWallet.ts"
import { refundPoints } from "../wallet/refundPoints.ts"
import { type ChargedWallet, Wallets } from "../wallet/Wallets.ts"
import type { Fulfillment } from "./Fulfillment.ts"
import { makeVerificationCode, type StoredVerificationCode } from "./fulfillmentCodes.ts"
import { fulfillmentNotification, propertyNotice } from "./fulfillmentNotices.ts"
import { type FulfillmentChange, Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"
import { type CodeEffect, type FulfillmentTransition, isRefunded } from "./fulfillmentTransitions.ts"
import { isOpen } from "./FulfillmentStatus.ts"
import type { DeskActor, RedemptionRecord } from "./RedemptionRecord.ts"

/** The action name for the audit log, and the desk's remarks. */
export interface Occurrence {
  readonly action: string
  readonly desk?: DeskActor
  readonly note?: string | undefined
  readonly reason?: string | undefined
  readonly modification?: Fulfillment["modification"]
}

const endTimestamps = {
  fulfilled: "fulfilledAt",
  rejected: "rejectedAt",
  cancelled: "cancelledAt",
  expired: "expiredAt"
} as const

const endedAt = (status: Fulfillment["status"], now: DateTime.Utc) =>
  status === "fulfilled" || status === "rejected" || status === "cancelled" || status === "expired"
    ? { [endTimestamps[status]]: now }
    : {}

/** A pool code that was never shown returns to the pool; a shown one is void (DOMAIN 8.3). */
const codeStatusAfter = (codes: CodeEffect, { codesShownAt }: Fulfillment): OfferCodeStatus | null => {
  if (codes === "redeem") return "redeemed"
  if (codes === "void") return codesShownAt === null ? "available" : "void"
  return null
}

/** The verification code of a claim that a desk verifies is created once, when it is first shown. */
const showCode = Effect.fnUntraced(function* (row: Fulfillment) {
  const needsCode =
    row.propertyId !== null && requiresVerificationCode(row.redemptionType) && row.verificationCodeHash === null
  const code: StoredVerificationCode | undefined = needsCode ? (yield* makeVerificationCode(row.id)).stored : undefined
  return { ...code, codeValid: true }
})

const rowAfter = Effect.fnUntraced(function* (
  row: Fulfillment,
  { codes, to }: FulfillmentTransition,
  { modification, reason }: Occurrence,
  now: DateTime.Utc
) {
  const codeFields = codes === "show" ? { ...(yield* showCode(row)), codesShownAt: row.codesShownAt ?? now } : undefined
  const after: Fulfillment = {
    ...row,
    codeValid: false,
    ...codeFields,
    status: to,
    modification: modification ?? row.modification,
    rejectReason: reason ?? row.rejectReason,
    approvedAt: to === "approved" ? now : row.approvedAt,
    ...endedAt(to, now),
    updatedAt: now,
    version: row.version + 1
  }
  return after
})

const redemptionOf = Effect.fnUntraced(function* (
  { row }: LockedFulfillment,
  { redemption, to }: FulfillmentTransition,
  { desk, note, reason }: Occurrence,
  createdAt: DateTime.Utc
) {
  if (redemption === null || desk === undefined) return null
  const random = yield* SecureRandom.SecureRandom
  const record: RedemptionRecord = {
    id: yield* random.uuidV7(),
    fulfillmentId: row.id,
    organizationId: row.organizationId,
    propertyId: row.propertyId,
    action: redemption,
    actor: desk,
    fromStatus: row.status,
    toStatus: to,
    reason: reason ?? null,
    note: note ?? null,
    createdAt
  }
  return record
})

/** Once the claim has ended, refunds the whole charge or completes the spend in the ledger. */
const settleCharge = Effect.fnUntraced(function* (
  { row }: LockedFulfillment,
  charged: ChargedWallet | undefined,
  to: Fulfillment["status"],
  refunds: boolean
) {
  if (isOpen(to)) return
  const wallets = yield* Wallets
  if (!refunds) return yield* wallets.updateSpendCompleted(row.id)
  const { charges, wallet } = charged ?? (yield* wallets.getChargedForUpdate(row.memberId, row.id))
  yield* moveLockedWallet(wallet, (move) => Effect.succeed(refundPoints(move, row.id, charges)))
})

/** The result of a transition: the claim's new state, and the desk's record. */
export interface Transitioned {
  readonly locked: LockedFulfillment
  readonly redemption: RedemptionRecord | null
}

/**
 * Applies a transition to a locked claim with all its effects: ledger, codes, notifications to member and venue, audit,
 * redemption record (DOMAIN 5.1). Run it in the transaction that locked the claim. `charged` is the wallet that paid,
 * if already locked.
 */
export const applyTransition = Effect.fnUntraced(function* (
  locked: LockedFulfillment,
  transition: FulfillmentTransition,
  occurrence: Occurrence,
  charged?: ChargedWallet
) {
  const fulfillments = yield* Fulfillments
  const now = yield* DateTime.now
  const origin = yield* AuditOrigin
  const { codes, notifiesMember, notifiesProperty, to } = transition
  const refunds = isRefunded(transition, locked.offer)
  yield* settleCharge(locked, charged, to, refunds)
  const row = yield* rowAfter(locked.row, transition, occurrence, now)
  const after: LockedFulfillment = { ...locked, row }
  const redemption = yield* redemptionOf(locked, transition, occurrence, now)
  const change: FulfillmentChange = {
    row,
    codeStatus: codeStatusAfter(codes, locked.row),
    journal: {
      audit: {
        ...origin,
        organizationId: row.organizationId,
        action: occurrence.action,
        subject: `fulfillment:${row.id}`,
        before: { status: locked.row.status },
        after: { status: to },
        createdAt: now
      },
      notification: notifiesMember || (to === "expired" && refunds) ? fulfillmentNotification(to, after, now) : null,
      notice: notifiesProperty ? propertyNotice(after, to, now) : null,
      redemption
    }
  }
  yield* fulfillments.update(change)
  return { locked: after, redemption } satisfies Transitioned
})
