import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Reach } from "../../domain/access/Reach.ts"
import { EnrolmentRecord, MemberRecord, WalletRecord } from "../../domain/members/MemberRecord.ts"
import { InstantInJson, NullableInstantInJson, NullableTimestamp, type TimestampColumn } from "../statements/columns.ts"
import { openList } from "./fulfillmentColumns.ts"
import { stayFacts, StayFactsColumn } from "./stayFacts.ts"
import { withinOrganizations, withinReach } from "./withinReach.ts"

/** Decodes a column selected by `memberRecord`. */
export const MemberRecordColumn = Schema.Struct({
  ...MemberRecord.fields,
  createdAt: InstantInJson,
  updatedAt: InstantInJson,
  lastStayAt: NullableInstantInJson,
  enrolments: Schema.Array(
    Schema.Struct({ ...EnrolmentRecord.fields, tierExpiresAt: NullableTimestamp, enrolledAt: InstantInJson })
  ),
  wallet: Schema.NullOr(Schema.Struct({ ...WalletRecord.fields, pendingEarns: Schema.Array(StayFactsColumn) }))
})

/**
 * The data of a partner's view of the member `m` within `reach`, as one JSON value decoded by `MemberRecordColumn`.
 * Select it only for the rows of a page.
 */
export const memberRecord = (
  sql: SqlClient.SqlClient,
  reach: typeof Reach.Encoded,
  now: TimestampColumn
): Statement.Fragment => {
  const openClaims = sql.literal(openList)

  const isEnrolled = sql`
    e.member_id = m.id AND e.status = 'active' AND ${withinOrganizations(sql, reach, "e.organization_id")}`

  const enrolments = sql`
    SELECT coalesce(json_agg(json_build_object(
      'tierId', e.tier_id, 'tierExpiresAt', e.tier_expires_at, 'qualifyingPoints', e.qualifying_points,
      'qualifyingNights', e.qualifying_nights, 'enrolledAt', e.enrolled_at,
      'programXid', p.xid, 'programName', p.name, 'tiers', (
        SELECT coalesce(json_agg(json_build_object(
          'id', t.id, 'xid', t.xid, 'name', t.name, 'level', t.level, 'qualifyingPoints', t.qualifying_points,
          'qualifyingNights', t.qualifying_nights, 'validityMonths', t.validity_months
        )), '[]')
        FROM tiers t
        WHERE t.program_id = e.program_id AND (t.id = e.tier_id OR e.tier_expires_at <= ${now}::timestamptz)
      )
    )), '[]')
    FROM enrolments e
    JOIN programs p ON p.organization_id = e.organization_id AND p.id = e.program_id
    WHERE ${isEnrolled}`

  /**
   * Stays by venue that have begun and were not cancelled. Venues are looked up by key for each stay: a join would be
   * merged with the properties of every organization, because the planner assumes that an organization's ids are spread
   * over the whole range. Hotel systems send the first calendar date for a missing one; east of Greenwich it begins in
   * the year before the first.
   */
  const stays = sql`
    SELECT p.document_id, count(*) AS stays,
      greatest(max(r.check_in::timestamp AT TIME ZONE p.timezone), '0001-01-01Z') AS latest
    FROM reservations r
    CROSS JOIN LATERAL (
      SELECT v.document_id, v.timezone FROM properties v
      WHERE v.organization_id = r.organization_id AND v.id = r.property_id
      OFFSET 0
    ) p
    WHERE r.member_id = m.id AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      AND r.status IN ('confirmed', 'other') AND r.pms_status IS DISTINCT FROM 'no_show'
      AND r.check_in <= (${now}::timestamptz AT TIME ZONE p.timezone)::date
    GROUP BY p.document_id`

  const wallet = sql`
    SELECT json_build_object(
      'validBalance', coalesce(max(w.valid_balance), 0), 'creditBalance', coalesce(max(w.credit_balance), 0),
      'duePoints', (
        SELECT coalesce(sum(l.remaining), 0) FROM wallet_lots l
        WHERE l.member_id = m.id AND l.remaining > 0 AND l.expires_at <= ${now}::timestamptz
      ),
      'dueClaims', (
        SELECT coalesce(json_agg(json_build_object(
          'status', f.status, 'redemptionType', f.redemption_type, 'refundOnExpiry', o.refund_on_expiry, 'charges', (
            SELECT coalesce(json_agg(json_build_object('asset', c.asset, 'points', -c.points)), '[]')
            FROM wallet_entries c WHERE c.fulfillment_id = f.id AND c.type = 'SPEND'
          )
        )), '[]')
        FROM fulfillments f
        JOIN offers o ON o.organization_id = f.organization_id AND o.id = f.offer_id
        WHERE f.member_id = m.id AND f.status IN ${openClaims} AND f.expires_at <= ${now}::timestamptz
      ),
      'pendingEarns', (
        SELECT coalesce(json_agg(${stayFacts(sql, now)}), '[]')
        FROM wallet_activity a JOIN reservations r ON r.id = a.reservation_id
        WHERE a.member_id = m.id AND a.type = 'earn' AND a.status = 'pending'
      )
    )
    FROM wallets w WHERE w.member_id = m.id`

  return sql`(
    SELECT json_build_object(
      'id', m.id, 'xid', m.xid, 'firstName', m.first_name, 'lastName', m.last_name, 'email', m.email,
      'phone', m.phone, 'country', m.country, 'language', m.language, 'status', m.status,
      'createdAt', m.created_at, 'updatedAt', m.updated_at,
      'enrolments', (${enrolments}),
      'stayCount', coalesce(sum(v.stays), 0), 'lastStayAt', max(v.latest), 'homePropertyId', (
        array_agg(v.document_id ORDER BY v.stays DESC, v.latest DESC, v.document_id COLLATE "C")
      )[1],
      'wallet', CASE WHEN EXISTS (SELECT FROM enrolments e WHERE ${isEnrolled}) THEN (${wallet}) END
    )
    FROM (${stays}) v
  )`
}
