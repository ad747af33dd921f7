import { DateTime, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { windowDays } from "../../domain/arrivals/ArrivalsWindow.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { ReservationId } from "../../domain/reservations/Reservation.ts"
import { addDays } from "../../domain/shared/calendar.ts"
import { recentFrom } from "./dueTasks.ts"
import { Timestamp } from "../statements/columns.ts"

/** Check-in dates from `earliest` to `latest`, which include the windows of all time zones. */
const Window = Schema.Struct({
  now: Timestamp,
  earliest: Schema.String,
  latest: Schema.String,
  limit: Schema.Int
})

export const windowAt = (now: DateTime.Utc) => ({
  now,
  earliest: recentFrom(now),
  latest: addDays(DateTime.formatIsoDateUtc(now), windowDays.after + 1)
})

/** Stays after the keyset position `afterCheckIn`, `afterId`, of all organizations except some. */
export const MissingArrivalsQuery = Schema.Struct({
  ...Window.fields,
  except: Schema.Array(OrganizationId),
  afterCheckIn: Schema.String,
  afterId: Schema.Int
})

/** Stays of one member, or some stays of an organization. */
export const StaysWithoutTaskQuery = Schema.Union([
  Schema.Struct({ ...Window.fields, memberId: MemberId }),
  Schema.Struct({ ...Window.fields, organizationId: OrganizationId, reservationIds: Schema.Array(ReservationId) })
])

/**
 * Confirmed stays `r` of enrolled members that have no arrival task, with their venue `p`: further conditions follow.
 * Tasks are looked up by their stay alone, which an index answers without reading them.
 */
const withoutTask = (
  sql: SqlClient.SqlClient,
  { earliest, latest, now }: Pick<typeof Window.Encoded, "earliest" | "latest" | "now">
) => sql`
  reservations r
  JOIN properties p ON p.organization_id = r.organization_id AND p.id = r.property_id
  CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE p.timezone)::date AS today) v
  WHERE r.status = 'confirmed' AND r.member_id IS NOT NULL
  AND r.check_in BETWEEN ${earliest}::date AND ${latest}::date
  AND r.check_in BETWEEN v.today - ${windowDays.before}::integer AND v.today + ${windowDays.after}::integer
  AND (r.check_out IS NULL OR r.check_out >= v.today)
  AND NOT EXISTS (SELECT FROM arrival_tasks t WHERE t.reservation_id = r.id)
  AND EXISTS (
    SELECT FROM enrolments e
    WHERE e.member_id = r.member_id AND e.organization_id = r.organization_id AND e.status = 'active'
  )`

/** Selects the keys of stays without a task, of many organizations. */
export const missingArrivals = (
  sql: SqlClient.SqlClient,
  { afterCheckIn, afterId, except, limit, ...window }: typeof MissingArrivalsQuery.Encoded
): Statement.Statement<unknown> => sql`
  SELECT r.organization_id AS "organizationId", r.check_in::text AS "checkIn", r.id AS "reservationId"
  FROM ${withoutTask(sql, window)}
    AND (r.check_in, r.id) > (${afterCheckIn}::date, ${afterId}::integer)
    AND r.organization_id <> ALL(${except}::integer[])
  ORDER BY r.check_in, r.id LIMIT ${limit}`

/**
 * Selects stays without a task and locks them and their members in advance with the lock that the foreign keys of new
 * rows take, so that an insert does not wait for a change of a stay or member that is itself about to create a task.
 */
export const staysWithoutTask = (
  sql: SqlClient.SqlClient,
  query: typeof StaysWithoutTaskQuery.Encoded
): Statement.Statement<unknown> => {
  const of =
    "memberId" in query
      ? sql`r.member_id = ${query.memberId}`
      : sql`r.organization_id = ${query.organizationId} AND r.id = ANY(${query.reservationIds}::integer[])`
  return sql`
    SELECT
      r.id AS "reservationId", r.member_id AS "memberId", r.check_in::text AS "checkIn",
      json_build_object('id', p.id, 'organizationId', p.organization_id, 'documentId', p.document_id) AS venue
    FROM members m CROSS JOIN ${withoutTask(sql, query)}
      AND m.id = r.member_id AND ${of}
    ORDER BY r.check_in, r.id LIMIT ${query.limit}
    FOR KEY SHARE OF r, m SKIP LOCKED`
}
