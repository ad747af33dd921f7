import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { windowDays } from "../../domain/arrivals/ArrivalsWindow.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { ReservationId } from "../../domain/reservations/Reservation.ts"
import { Timestamp } from "../statements/columns.ts"

/** Check-in dates from `earliest` to `latest`, after the keyset position `afterCheckIn`, `afterId`. */
export const StaysWithoutTaskQuery = Schema.Struct({
  now: Timestamp,
  earliest: Schema.String,
  latest: Schema.String,
  memberId: Schema.UndefinedOr(MemberId),
  reservationId: Schema.UndefinedOr(ReservationId),
  afterCheckIn: Schema.String,
  afterId: Schema.Int,
  limit: Schema.Int
})

/**
 * Selects confirmed stays of enrolled members that have no arrival task. Stays and members are locked in advance with
 * the lock that the foreign keys of new rows take, so that an insert does not wait for a change of a stay or member that
 * is itself about to create a task.
 */
export const staysWithoutTask = (
  sql: SqlClient.SqlClient,
  { afterCheckIn, afterId, earliest, latest, limit, memberId, now, reservationId }: typeof StaysWithoutTaskQuery.Encoded
): Statement.Statement<unknown> => {
  const clauses = [
    sql`r.status = 'confirmed' AND r.member_id IS NOT NULL`,
    sql`r.check_in BETWEEN ${earliest}::date AND ${latest}::date`,
    sql`(r.check_in, r.id) > (${afterCheckIn}::date, ${afterId}::integer)`,
    sql`r.check_in BETWEEN v.today - ${windowDays.before}::integer AND v.today + ${windowDays.after}::integer`,
    sql`(r.check_out IS NULL OR r.check_out >= v.today)`,
    sql`NOT EXISTS (
      SELECT FROM arrival_tasks t WHERE t.organization_id = r.organization_id AND t.reservation_id = r.id
    )`,
    sql`EXISTS (
      SELECT FROM enrolments e
      WHERE e.member_id = r.member_id AND e.organization_id = r.organization_id AND e.status = 'active'
    )`
  ]
  if (memberId !== undefined) clauses.push(sql`r.member_id = ${memberId}`)
  if (reservationId !== undefined) clauses.push(sql`r.id = ${reservationId}`)
  return sql`
    SELECT
      r.id AS "reservationId", r.member_id AS "memberId", r.check_in::text AS "checkIn",
      json_build_object('id', p.id, 'organizationId', p.organization_id, 'documentId', p.document_id) AS venue
    FROM reservations r
    JOIN members m ON m.id = r.member_id
    JOIN properties p ON p.organization_id = r.organization_id AND p.id = r.property_id
    CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE p.timezone)::date AS today) v
    WHERE ${sql.and(clauses)}
    ORDER BY r.check_in, r.id LIMIT ${limit}
    FOR KEY SHARE OF r, m SKIP LOCKED`
}
