import { DateTime, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { nearDays, refreshAfter, windowDays } from "../../domain/arrivals/ArrivalsWindow.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { addDays } from "../../domain/shared/calendar.ts"
import { Timestamp } from "../statements/columns.ts"

/**
 * When tasks are due for a rebuild: near and far ones if they were refreshed at `near` or `far`, or before. Settled ones
 * only with a check-in from `recent` on; none later than `nearest` is near in any time zone.
 */
const Ages = Schema.Struct({
  now: Timestamp,
  near: Timestamp,
  far: Timestamp,
  recent: Schema.String,
  nearest: Schema.String
})

/** The earliest check-in of tasks that are rebuilt in any status. Tasks before it are rebuilt only while open. */
export const recentFrom = (now: DateTime.Utc) => addDays(DateTime.formatIsoDateUtc(now), -windowDays.before - 1)

export const agesAt = (now: DateTime.Utc) => ({
  now,
  near: DateTime.subtract(now, { milliseconds: refreshAfter.near }),
  far: DateTime.subtract(now, { milliseconds: refreshAfter.far }),
  recent: recentFrom(now),
  nearest: addDays(DateTime.formatIsoDateUtc(now), nearDays + 1)
})

export const unsettled = (sql: SqlClient.SqlClient, recent: string) =>
  sql`(t.status IN ('open', 'acknowledged') OR t.check_in >= ${recent}::date)`

const isOldEnough = (sql: SqlClient.SqlClient, { far, near, now }: typeof Ages.Encoded) => sql`
  t.refreshed_at <= CASE
    WHEN coalesce(r.check_in, t.check_in) <= (${now}::timestamptz AT TIME ZONE p.timezone)::date + ${nearDays}::integer
    THEN ${near}::timestamptz ELSE ${far}::timestamptz
  END`

/** Due tasks of all organizations except some. */
export const DueTasksQuery = Schema.Struct({
  ...Ages.fields,
  except: Schema.Array(OrganizationId),
  limit: Schema.Int
})

/**
 * Selects the keys of due tasks, oldest first. Their candidates are far tasks, near tasks and settled tasks, because
 * only then are those that are not due left out by an index.
 */
export const dueTasks = (
  sql: SqlClient.SqlClient,
  { except, limit, ...ages }: typeof DueTasksQuery.Encoded
): Statement.Statement<unknown> => {
  const { far, near, nearest, recent } = ages
  const candidates = (condition: Statement.Fragment) => sql`
    SELECT t.id, t.organization_id, t.reservation_id, t.check_in, t.refreshed_at FROM arrival_tasks t
    WHERE ${condition} AND t.organization_id <> ALL(${except}::integer[])`
  return sql`
    SELECT t.id, t.organization_id AS "organizationId"
    FROM (
      (
        ${candidates(sql`t.status IN ('open', 'acknowledged') AND t.refreshed_at <= ${far}::timestamptz`)}
        ORDER BY t.refreshed_at, t.id LIMIT ${limit}
      )
      UNION ALL
      ${candidates(sql`
        t.status IN ('open', 'acknowledged') AND t.check_in <= ${nearest}::date
        AND t.refreshed_at > ${far}::timestamptz AND t.refreshed_at <= ${near}::timestamptz`)}
      UNION ALL
      ${candidates(sql`
        t.status IN ('completed', 'withdrawn') AND t.check_in >= ${recent}::date
        AND t.refreshed_at <= ${near}::timestamptz`)}
    ) t
    JOIN reservations r ON r.id = t.reservation_id
    JOIN properties p ON p.id = r.property_id
    WHERE ${isOldEnough(sql, ages)}
    ORDER BY t.refreshed_at, t.id LIMIT ${limit}`
}

/** Some tasks of an organization. */
export const StillDueQuery = Schema.Struct({
  ...Ages.fields,
  organizationId: OrganizationId,
  ids: Schema.Array(Schema.Int)
})

/** The condition of those of the tasks `t`, with their stay `r` and its venue `p`, that are due. */
export const areStillDue = (
  sql: SqlClient.SqlClient,
  { ids, organizationId, ...ages }: typeof StillDueQuery.Encoded
) => sql`
  t.organization_id = ${organizationId} AND t.id = ANY(${ids}::integer[])
  AND ${unsettled(sql, ages.recent)} AND ${isOldEnough(sql, ages)}`
