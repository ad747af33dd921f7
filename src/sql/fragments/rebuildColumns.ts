import type { SqlClient, Statement } from "effect/sql"
import type { Reach } from "../../domain/access/Reach.ts"
import type { TimestampColumn } from "../statements/columns.ts"
import { withinOrganizations } from "./withinReach.ts"

/** The condition that a pending rebuild `b` affects a venue within reach. */
export const affectsReach = (sql: SqlClient.SqlClient, reach: typeof Reach.Encoded): Statement.Fragment => {
  const ofOrganizations = withinOrganizations(sql, reach, "b.organization_id")
  return reach.venueIds === "all"
    ? ofOrganizations
    : sql`${ofOrganizations} AND (b.venue_ids IS NULL OR b.venue_ids && ${reach.venueIds}::integer[])`
}

/** Whether the tier of the member of task `t` has ended since the task's snapshot, by `now`. */
export const hasTierEnded = (sql: SqlClient.SqlClient, now: TimestampColumn): Statement.Fragment => sql`
  EXISTS (
    SELECT FROM enrolments e
    WHERE e.member_id = t.member_id AND e.organization_id = t.organization_id AND e.status = 'active'
      AND e.tier_expires_at > t.refreshed_at AND e.tier_expires_at <= ${now}::timestamptz
  )`

/** Whether a rebuild of the tasks at venue `v` is pending. */
export const isRebuildPending = `
  EXISTS (
    SELECT FROM arrival_rebuilds b
    WHERE b.organization_id = v.organization_id AND (b.venue_ids IS NULL OR v.id = ANY(b.venue_ids))
  )`
