import type { SqlClient, Statement } from "effect/sql"
import type { TimestampColumn } from "../statements/columns.ts"
import { currentTier } from "./currentTier.ts"

/**
 * The highest tier at `now` that the member of the row `of` holds in programs of the row's organization: a select of
 * name and level, without rows if the member has no tier.
 */
export const highestTier = (sql: SqlClient.SqlClient, now: TimestampColumn, of: string): Statement.Fragment => sql`
  SELECT held.name, held.level
  FROM enrolments e
  JOIN programs pr ON pr.organization_id = e.organization_id AND pr.id = e.program_id
  CROSS JOIN LATERAL (${currentTier(sql, now)}) held
  WHERE e.member_id = ${sql.literal(of)}.member_id AND e.organization_id = ${sql.literal(of)}.organization_id
    AND e.status = 'active'
  ORDER BY held.level DESC, pr.xid LIMIT 1`
