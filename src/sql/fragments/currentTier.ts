import { type SqlClient, type Statement } from "effect/sql"
import type { TimestampColumn } from "../statements/columns.ts"

/**
 * The highest tier of the program of `e` that the points and nights qualify for, else the lowest; twin of
 * `reachedTier`.
 */
const reachedTier = (points: string, nights: string) => `
  SELECT r.id, r.level, r.validity_months
  FROM tiers r
  CROSS JOIN LATERAL (
    SELECT r.qualifying_points <= ${points} AND coalesce(r.qualifying_nights, 0) <= ${nights} AS is_reached
  ) reached
  WHERE r.program_id = e.program_id
  ORDER BY is_reached DESC, CASE WHEN is_reached THEN -r.level ELSE r.level END
  LIMIT 1`

/**
 * The tier of the enrolment `e` at `now`, as `tier`, with the points that qualify for the next one. Until its period
 * ends this is the stored tier; then the tier earned during that period, for one more period; after that the tier that
 * requires nothing (DOMAIN 4.4). Twin of the domain's `currentTier`.
 */
export const currentTier = (sql: SqlClient.SqlClient, now: TimestampColumn): Statement.Fragment => sql`
  SELECT ti.id, ti.xid, ti.name, ti.level, ti.multiplier,
    CASE WHEN period.is_over THEN 0 ELSE e.qualifying_points END AS qualifying_points
  FROM (SELECT (e.tier_expires_at <= ${now}::timestamptz) IS TRUE AS is_over) period
  JOIN tiers ti ON ti.program_id = e.program_id AND ti.id = CASE WHEN period.is_over THEN (
    SELECT CASE
      WHEN ${now}::timestamptz < (
        e.tier_expires_at AT TIME ZONE 'UTC' + make_interval(months => next.validity_months)
      ) AT TIME ZONE 'UTC' THEN next.id
      ELSE (SELECT last.id FROM (${sql.literal(reachedTier("0", "0"))}) last)
    END
    FROM (${sql.literal(reachedTier("e.qualifying_points", "e.qualifying_nights"))}) next
  ) ELSE e.tier_id END`
