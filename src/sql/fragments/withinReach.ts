import type { SqlClient, Statement } from "effect/sql"
import type { Reach } from "../../domain/access/Reach.ts"

/** One id as an equality, for which an index returns rows in order; several as a list. */
export const isOneOf = (sql: SqlClient.SqlClient, column: string, ids: ReadonlyArray<number>): Statement.Fragment => {
  const [only, ...others] = ids
  return only !== undefined && others.length === 0
    ? sql`${sql.literal(column)} = ${only}::integer`
    : sql`${sql.literal(column)} = ANY(${ids}::integer[])`
}

/** The condition that a row of a whole organization is within reach, whatever the venues (DOMAIN 1.7). */
export const withinOrganizations = (
  sql: SqlClient.SqlClient,
  { organizationIds }: typeof Reach.Encoded,
  column: string
) => (organizationIds === "all" ? sql`${sql.literal(column)} IS NOT NULL` : isOneOf(sql, column, organizationIds))

/** The condition that a row is within reach; `organization` and `venue` are its columns (DOMAIN 1.3). */
export const withinReach = (
  sql: SqlClient.SqlClient,
  { organizationIds, venueIds }: typeof Reach.Encoded,
  organization: string,
  venue: string
) => {
  const clauses = []
  if (organizationIds !== "all") clauses.push(isOneOf(sql, organization, organizationIds))
  if (venueIds !== "all") clauses.push(isOneOf(sql, venue, venueIds))
  return sql.and(clauses)
}

/** The condition that a row of a venue, or of the whole organization if it has none, is readable (DOMAIN 1.7). */
export const withinPlaces = (
  sql: SqlClient.SqlClient,
  reach: typeof Reach.Encoded,
  organization: string,
  venue: string
): Statement.Fragment => {
  const ofOrganizations = withinOrganizations(sql, reach, organization)
  return reach.venueIds === "all"
    ? ofOrganizations
    : sql`${ofOrganizations} AND (${sql.literal(venue)} IS NULL OR ${isOneOf(sql, venue, reach.venueIds)})`
}
