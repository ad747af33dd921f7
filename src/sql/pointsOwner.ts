import type { SqlClient, Statement } from "effect/sql"

/** The member in whose name the points of the member in `column` are held: after a merge, its target (DOMAIN 4.5). */
export const ownerOf = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql`(SELECT coalesce(m.merged_into, m.id) FROM members m WHERE m.id = ${sql.literal(column)})`

/**
 * The owners of the points of the stay `r`, as a JSON array without duplicates. Each kind of entry has a partial index
 * of its own.
 */
export const ownersOfStay = (sql: SqlClient.SqlClient): Statement.Fragment => sql`(
  SELECT coalesce(json_agg(DISTINCT ${ownerOf(sql, "credited.member_id")}), '[]')
  FROM (
    SELECT e.member_id FROM wallet_entries e WHERE e.reservation_id = r.id AND e.type = 'EARN'
    UNION ALL
    SELECT e.member_id FROM wallet_entries e WHERE e.reservation_id = r.id AND e.correction_id IS NOT NULL
  ) credited
)`
