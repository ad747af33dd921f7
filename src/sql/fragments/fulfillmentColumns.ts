import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Fulfillment } from "../../domain/fulfillments/Fulfillment.ts"
import type { LockedFulfillment } from "../../domain/fulfillments/Fulfillments.ts"
import { openStatuses } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { OfferXid } from "../../domain/offers/Offer.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import { literalList } from "./literalList.ts"
import { nullableTimeOf, timeOf, type TimestampColumn } from "../statements/columns.ts"

/** A row of `fulfillments` with the facts of its offer and venue that commands need. */
export const LockedRow = Schema.Struct({
  ...Fulfillment.fields,
  codesShownAt: Schema.NullOr(Instant),
  claimedAt: Instant,
  approvedAt: Schema.NullOr(Instant),
  fulfilledAt: Schema.NullOr(Instant),
  rejectedAt: Schema.NullOr(Instant),
  cancelledAt: Schema.NullOr(Instant),
  expiredAt: Schema.NullOr(Instant),
  remindedAt: Schema.NullOr(Instant),
  expiresAt: Instant,
  updatedAt: Instant,
  offerXid: OfferXid,
  offerName: Schema.String,
  requiresStay: Schema.Boolean,
  refundOnExpiry: Schema.Boolean,
  propertyDocumentId: Schema.NullOr(Schema.String),
  propertyName: Schema.NullOr(Schema.String),
  stayVenueId: Schema.NullOr(VenueId)
})

export const lockedOf = (found: typeof LockedRow.Type): LockedFulfillment => {
  const { offerName, offerXid, propertyDocumentId, propertyName, refundOnExpiry, requiresStay, stayVenueId, ...row } =
    found
  return {
    row: {
      ...row,
      codesShownAt: nullableTimeOf(row.codesShownAt),
      claimedAt: timeOf(row.claimedAt),
      approvedAt: nullableTimeOf(row.approvedAt),
      fulfilledAt: nullableTimeOf(row.fulfilledAt),
      rejectedAt: nullableTimeOf(row.rejectedAt),
      cancelledAt: nullableTimeOf(row.cancelledAt),
      expiredAt: nullableTimeOf(row.expiredAt),
      remindedAt: nullableTimeOf(row.remindedAt),
      expiresAt: timeOf(row.expiresAt),
      updatedAt: timeOf(row.updatedAt)
    },
    offer: { xid: offerXid, name: offerName, requiresStay, refundOnExpiry },
    property:
      propertyDocumentId === null || propertyName === null
        ? null
        : { documentId: propertyDocumentId, name: propertyName },
    stayVenueId
  }
}

const lockedColumns = `
  f.id, f.organization_id AS "organizationId", f.property_id AS "propertyId", f.member_id AS "memberId",
  f.offer_id AS "offerId", f.reservation_id AS "reservationId", f.status, f.redemption_type AS "redemptionType",
  f.points_charged AS "pointsCharged", f.check_in_date::text AS "checkInDate", f.note,
  f.verification_code_hash AS "verificationCodeHash", f.verification_code_enc AS "verificationCodeEnc",
  f.code_valid AS "codeValid", f.codes_shown_at AS "codesShownAt", f.modification, f.reject_reason AS "rejectReason",
  f.claimed_at AS "claimedAt", f.approved_at AS "approvedAt", f.fulfilled_at AS "fulfilledAt",
  f.rejected_at AS "rejectedAt", f.cancelled_at AS "cancelledAt", f.expired_at AS "expiredAt",
  f.reminded_at AS "remindedAt", f.expires_at AS "expiresAt", f.updated_at AS "updatedAt", f.version,
  o.xid AS "offerXid", o.name AS "offerName", o.requires_stay AS "requiresStay",
  o.refund_on_expiry AS "refundOnExpiry", p.document_id AS "propertyDocumentId", p.name AS "propertyName",
  (
    SELECT r.property_id FROM reservations r WHERE r.organization_id = f.organization_id AND r.id = f.reservation_id
  ) AS "stayVenueId"`

const lockedFrom = `
  fulfillments f JOIN offers o ON o.id = f.offer_id LEFT JOIN properties p ON p.id = f.property_id`

/** Selects each claim `f` with its offer `o` and its venue `p`, as a `LockedRow`. */
export const selectLocked = `SELECT ${lockedColumns} FROM ${lockedFrom}`

/** The open statuses as an SQL list. */
export const openList = literalList(openStatuses)

/** Whether the claim `f` is due at `now` but its row does not reflect it yet; twin of the domain's `isDue`. */
export const isUnsettled = (sql: SqlClient.SqlClient, now: TimestampColumn): Statement.Fragment =>
  sql`(f.status IN ${sql.literal(openList)} AND f.expires_at <= ${now}::timestamptz)`

/** Whether the member has claims that are due but not settled; twin of `hasDueClaims` in memory. */
export const hasDueClaims = (sql: SqlClient.SqlClient, memberId: number, now: TimestampColumn): Statement.Fragment =>
  sql`EXISTS (SELECT FROM fulfillments f WHERE f.member_id = ${memberId} AND ${isUnsettled(sql, now)})`

/** The status of the claim `f` at `now`; twin of the domain's `fulfillmentStatusAt`. */
export const fulfillmentStatusAt = (sql: SqlClient.SqlClient, now: TimestampColumn): Statement.Fragment =>
  sql`CASE WHEN ${isUnsettled(sql, now)} THEN 'expired' ELSE f.status END`

/** The points charged for the claim `f`, by asset. */
export const chargesColumn = `
  coalesce(
    (
      SELECT json_agg(json_build_object('assetType', e.asset, 'points', -e.points) ORDER BY e.asset DESC)
      FROM wallet_entries e WHERE e.fulfillment_id = f.id AND e.type = 'SPEND'
    ),
    '[]'
  )`

/** The columns of a claim `f` for reading, except its effective status; use with `viewFrom`. */
export const viewColumns = `
  f.id, o.xid AS "offerId", o.name AS "offerName", f.redemption_type AS "redemptionType",
  f.points_charged AS "pointsCharged",
  ${chargesColumn} AS charges,
  f.verification_code_enc AS "verificationCodeEnc",
  (
    SELECT json_build_object('xid', c.xid, 'valueEnc', c.value_enc) FROM offer_codes c WHERE c.fulfillment_id = f.id
  ) AS "externalCode",
  f.code_valid AS "codeValid", p.document_id AS "propertyId", r.external_id AS "reservationId",
  f.check_in_date::text AS "checkInDate", f.note, f.modification, f.reject_reason AS "rejectReason",
  f.claimed_at AS "claimedAt", f.approved_at AS "approvedAt", f.fulfilled_at AS "fulfilledAt",
  f.rejected_at AS "rejectedAt", f.cancelled_at AS "cancelledAt", f.expired_at AS "expiredAt",
  f.expires_at AS "expiresAt"`

export const viewFrom = `${lockedFrom} LEFT JOIN reservations r ON r.id = f.reservation_id`
