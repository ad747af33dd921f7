import type { SqlClient, Statement } from "effect/sql"
import type { Reach } from "../domain/access/Reach.ts"
import { withinReach } from "./withinReach.ts"

/**
 * The condition that the member `m` is visible within reach: a stay, a claim or an accepted invite at one of its venues;
 * where it has every venue, any in its organizations, or an enrolment, ended or not (DOMAIN 1.7);
 * never an account that was merged into another (DOMAIN 4.5). Twin of `isVisible`.
 */
export const memberVisibility = (sql: SqlClient.SqlClient, reach: typeof Reach.Encoded): Statement.Fragment => {
  const atVenue = (alias: string) => withinReach(sql, reach, `${alias}.organization_id`, `${alias}.property_id`)
  const known = [
    sql`EXISTS (SELECT FROM reservations stay WHERE stay.member_id = m.id AND ${atVenue("stay")})`,
    sql`EXISTS (SELECT FROM fulfillments claim WHERE claim.member_id = m.id AND ${atVenue("claim")})`,
    sql`EXISTS (SELECT FROM guest_invites letter WHERE letter.member_id = m.id AND ${atVenue("letter")})`
  ]
  if (reach.venueIds === "all") {
    known.push(sql`EXISTS (SELECT FROM enrolments place WHERE place.member_id = m.id AND ${atVenue("place")})`)
  }
  return sql.and([sql`m.merged_into IS NULL`, sql.or(known)])
}
