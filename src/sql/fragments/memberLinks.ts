import type { SqlClient, Statement } from "effect/sql"
import type { Reach } from "../../domain/access/Reach.ts"
import { withinReach } from "./withinReach.ts"

/** The scopes of `member_links` that a reach covers: the platform, organizations or venues. */
export const linkScopes = (sql: SqlClient.SqlClient, reach: typeof Reach.Encoded): Statement.Fragment => {
  if (reach.venueIds !== "all") {
    return sql`
      SELECT p.organization_id, p.id AS property_id FROM properties p
      WHERE ${withinReach(sql, reach, "p.organization_id", "p.id")}`
  }
  return reach.organizationIds === "all"
    ? sql`SELECT 0 AS organization_id, 0 AS property_id`
    : sql`
      SELECT o.id AS organization_id, 0 AS property_id
      FROM unnest(${reach.organizationIds}::integer[]) o (id)`
}

/**
 * The condition that the member `m` is linked to one of the scopes, which is the name of a CTE or a subquery: by a
 * stay, a claim or an invite at one of its venues, and in a whole organization also by an enrolment, active or ended
 * (DOMAIN 1.7). An account that was merged into another has no links (DOMAIN 4.5). Twin of `linkedMembers`.
 */
export const isLinkedTo = (sql: SqlClient.SqlClient, scopes: Statement.Fragment): Statement.Fragment => sql`EXISTS (
  SELECT FROM member_links l
  JOIN ${scopes} s ON s.organization_id = l.organization_id AND s.property_id = l.property_id
  WHERE l.member_id = m.id
)`
