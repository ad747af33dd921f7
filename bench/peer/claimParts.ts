import type { Listed } from "./partnerParts.ts"
import { flag, list, nullable, nullableText, nullableTime, record, text, time, whole } from "./wire.ts"

/** The facts about a claim besides its columns. */
export interface ClaimFacts {
  readonly offer: { readonly redemptionType: string }
}

/** A claim in a list. */
export interface ClaimRow extends Listed, ClaimFacts {
  readonly mark: string
}

export const staying = record({ externalId: text, firstName: text, lastName: text, tierName: nullableText })

/** A claim as desks see it. */
export const claim = record({
  id: text,
  status: text,
  offer: record({ id: text, name: text, redemptionType: text }),
  member: staying,
  propertyId: text,
  propertyName: text,
  reservation: nullable(
    record({
      reservationId: text,
      confirmationCode: nullableText,
      checkInDate: nullableText,
      checkOutDate: nullableText
    })
  ),
  pointsCharged: whole,
  charges: list(record({ assetType: text, points: whole })),
  claimedAt: time,
  approvedAt: nullableTime,
  fulfilledAt: nullableTime,
  rejectedAt: nullableTime,
  cancelledAt: nullableTime,
  expiresAt: time,
  verificationRequired: flag,
  note: nullableText,
  modification: nullable({ type: "object", additionalProperties: true }),
  rejectionReason: nullableText,
  version: whole
})

const withoutCode = new Set(["journeyInternal", "externalCode"])

/** A claim with the fields that derive from its type. */
export const claimOf = <Row extends ClaimFacts>(row: Row) => ({
  ...row,
  verificationRequired: !withoutCode.has(row.offer.redemptionType)
})

/** The claims of a list. */
export const claimsOf = (rows: ReadonlyArray<ClaimRow>) =>
  rows.flatMap((row) => (row.position === null ? [] : [claimOf(row)]))
