import { Schema } from "effect"
import { type SqlClient, type Statement } from "effect/sql"
import { OfferForMember, OfferStay } from "../../domain/offers/OfferForMember.ts"
import { VenueSummary } from "../../domain/properties/VenueSummary.ts"
import type { TimestampColumn } from "../statements/columns.ts"
import { currentTier } from "./currentTier.ts"
import { venueObject } from "./venueObject.ts"

/** An offer with the facts that a claim depends on, in one row. */
export const ClaimedRow = Schema.Struct({
  ...OfferForMember.fields,
  namedVenue: Schema.NullOr(VenueSummary),
  stay: Schema.NullOr(OfferStay),
  isHidden: Schema.Boolean,
  hasDueClaims: Schema.Boolean
})

/** A stay `r` and its venue `q` for offers. */
export const stayObject = `json_build_object(
  'id', r.id, 'externalId', r.external_id, 'status', r.status, 'checkIn', r.check_in, 'checkOut', r.check_out,
  'venue', ${venueObject("q")}
)`

/** The columns of an offer `o`, its category `c` and its venue `p`, without the rules. */
export const offerColumns = `
  o.id, o.xid, o.organization_id AS "organizationId", o.name, o.short_description AS "shortDescription", o.description,
  o.points_required AS "pointsRequired", o.retail_value::float8 AS "retailValue",
  o.discount_amount::float8 AS "discountAmount", o.discount_type AS "discountType",
  o.redemption_type AS "redemptionType", o.approval_required AS "approvalRequired",
  o.requires_stay AS "requiresStay", o.check_in_window AS "checkInWindow",
  o.disable_before_check_in_hours AS "disableBeforeCheckInHours", o.min_tier_level AS "minTierLevel",
  o.hero_image_url AS "heroImageUrl", o.card_image_url AS "cardImageUrl", o.how_to_redeem AS "howToRedeem",
  o.terms_and_conditions AS "termsAndConditions", o.valid_until AS "validUntil",
  o.claim_ttl_hours AS "claimTtlHours", o.refund_on_expiry AS "refundOnExpiry", o.is_custom AS "isCustom",
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name) END AS category,
  CASE WHEN p.id IS NOT NULL THEN ${venueObject("p")} END AS venue`

/** The spendable points of a member: the cached sums minus expired lots. */
export const spendable = (sql: SqlClient.SqlClient, memberId: number, now: TimestampColumn): Statement.Fragment => sql`
  coalesce(
    (
      SELECT CASE
        WHEN w.next_expiry_at <= ${now}::timestamptz THEN (
          SELECT coalesce(sum(l.remaining), 0) FROM wallet_lots l
          WHERE l.member_id = w.member_id AND l.remaining > 0
            AND (l.expires_at IS NULL OR l.expires_at > ${now}::timestamptz)
        )
        ELSE w.valid_balance + w.credit_balance
      END
      FROM wallets w WHERE w.member_id = ${memberId}
    ),
    0
  )`

/**
 * Whether an offer `o` needs no code or one of its pools has a code left. Looks up the first code of each pool: a plain
 * join may read every code only to find none.
 */
export const isInStock = (sql: SqlClient.SqlClient, now: TimestampColumn): Statement.Fragment => sql`
  CASE
    WHEN o.redemption_type = 'externalCode' THEN EXISTS (
      SELECT FROM offer_code_pools q CROSS JOIN LATERAL (
        SELECT FROM offer_codes k WHERE k.pool_id = q.id AND k.status = 'available' ORDER BY k.id LIMIT 1
      ) code
      WHERE q.offer_id = o.id AND q.status = 'active' AND (q.expires_at IS NULL OR q.expires_at > ${now}::timestamptz)
    )
    ELSE true
  END`

/** The member's highest active tier in each organization with an enrolment (MEM-118). */
export const homes = (sql: SqlClient.SqlClient, memberId: number, now: TimestampColumn): Statement.Fragment => sql`
  SELECT e.organization_id, max(tier.level) AS level
  FROM enrolments e CROSS JOIN LATERAL (${currentTier(sql, now)}) tier
  WHERE e.member_id = ${memberId} AND e.status = 'active'
  GROUP BY e.organization_id`
