import type { SqlClient, Statement } from "effect/sql"

/** The member in whose name the points of the member in `column` are held: after a merge, its target (DOMAIN 4.5). */
export const ownerOf = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql`(SELECT coalesce(m.merged_into, m.id) FROM members m WHERE m.id = ${sql.literal(column)})`

/** The entries that changed the points of the finalised stay `r`. Each kind has a partial index of its own. */
export const entriesOfStay = `(
  SELECT e.member_id, e.created_at, e.id FROM wallet_entries e WHERE e.reservation_id = r.id AND e.type = 'EARN'
  UNION ALL
  SELECT c.member_id, c.created_at, c.id FROM wallet_entries c
  WHERE c.reservation_id = r.id AND c.correction_id IS NOT NULL
)`
