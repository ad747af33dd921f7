import type { SqlClient } from "effect/sql"
import type { Reach } from "../domain/access/Reach.ts"

/** The condition that a row is within reach; `organization` and `venue` are its columns (DOMAIN 1.3). */
export const withinReach = (
  sql: SqlClient.SqlClient,
  reach: typeof Reach.Encoded,
  organization: string,
  venue: string
) => {
  const clauses = []
  if (reach.organizationIds !== "all") {
    clauses.push(sql`${sql.literal(organization)} = ANY(${reach.organizationIds}::integer[])`)
  }
  if (reach.venueIds !== "all") clauses.push(sql`${sql.literal(venue)} = ANY(${reach.venueIds}::integer[])`)
  return sql.and(clauses)
}
