import { DateTime, Option, Schema } from "effect"
import type { AuditEntry } from "../audit/AuditLog.ts"
import { omitNull } from "../shared/omitNull.ts"
import type { Vault } from "../shared/Vault.ts"
import { openExternalCode, openVerificationCode } from "./fulfillmentCodes.ts"
import type { FulfillmentDetail, FulfillmentEvent, FulfillmentRecord } from "./FulfillmentRecord.ts"
import { FulfillmentStatus } from "./FulfillmentStatus.ts"
import type { FulfillmentView } from "./FulfillmentView.ts"

/** Codes are included while valid; a pool code also after its use (MEM-089). */
const visibleCodes = (vault: Vault["Service"], view: FulfillmentView) => {
  const { codeValid, externalCode, id, isUnsettled, status, verificationCodeEnc } = view
  const isValid = codeValid && !isUnsettled
  const isUsed = status === "fulfilled"
  return {
    verificationCode:
      isValid && verificationCodeEnc !== null ? (openVerificationCode(vault, id, verificationCodeEnc) ?? null) : null,
    externalCode: (isValid || isUsed) && externalCode !== null ? (openExternalCode(vault, externalCode) ?? null) : null
  }
}

/** A claim as its member sees it. */
export const toFulfillmentRecord = (vault: Vault["Service"], view: FulfillmentView): FulfillmentRecord => ({
  fulfillmentId: view.id,
  offerId: view.offerId,
  offerName: view.offerName,
  status: view.status,
  redemptionType: view.redemptionType,
  pointsCharged: view.pointsCharged,
  charges: view.charges,
  claimedAt: view.claimedAt,
  expiresAt: view.expiresAt,
  ...omitNull({
    ...visibleCodes(vault, view),
    propertyId: view.propertyId,
    reservationId: view.reservationId,
    checkInDate: view.checkInDate,
    note: view.note
  })
})

const decodeStatus = Schema.decodeUnknownOption(Schema.Struct({ status: FulfillmentStatus }))

const eventsOf = ({ action, actor, after, before, createdAt }: AuditEntry): ReadonlyArray<FulfillmentEvent> =>
  Option.match(decodeStatus(after), {
    onNone: () => [],
    onSome: ({ status: toStatus }) => {
      const fromStatus = Option.getOrNull(Option.map(decodeStatus(before), ({ status }) => status))
      return [
        { at: DateTime.formatIso(createdAt), actorKind: actor.kind, action, toStatus, ...omitNull({ fromStatus }) }
      ]
    }
  })

/** The history of a claim, from the audit log: entries without a status are left out. */
export const toHistory = (entries: ReadonlyArray<AuditEntry>): ReadonlyArray<FulfillmentEvent> =>
  entries.flatMap(eventsOf)

/** One claim with its history, as its member sees it. */
export const toFulfillmentDetail = (
  vault: Vault["Service"],
  view: FulfillmentView,
  entries: ReadonlyArray<AuditEntry>
): FulfillmentDetail => ({
  ...toFulfillmentRecord(vault, view),
  history: toHistory(entries),
  ...omitNull({
    approvedAt: view.approvedAt,
    fulfilledAt: view.fulfilledAt,
    rejectedAt: view.rejectedAt,
    rejectionReason: view.rejectReason,
    cancelledAt: view.cancelledAt,
    expiredAt: view.expiredAt,
    modification: view.modification
  })
})
