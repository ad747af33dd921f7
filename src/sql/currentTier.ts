import { type SqlClient, type Statement } from "effect/sql"
import type { TimestampColumn } from "./columns.ts"

/**
 * The tier of the enrolment `e` at `now`, as `tier`: the stored one until it ends, then the highest qualified for
 * meanwhile, else the lowest (DOMAIN 4.4). Twin of the domain's `currentTier`.
 */
export const currentTier = (sql: SqlClient.SqlClient, now: TimestampColumn): Statement.Fragment => sql`
  SELECT ti.id, ti.name, ti.level, ti.multiplier, ti.validity_months
  FROM tiers ti
  CROSS JOIN LATERAL (
    SELECT ti.qualifying_points <= e.qualifying_points AND coalesce(ti.qualifying_nights, 0) <= e.qualifying_nights
      AS is_reached
  ) reached
  WHERE ti.program_id = e.program_id
    AND ((e.tier_expires_at <= ${now}::timestamptz) IS TRUE OR ti.id = e.tier_id)
  ORDER BY is_reached DESC, CASE WHEN is_reached THEN -ti.level ELSE ti.level END
  LIMIT 1`
