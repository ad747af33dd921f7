import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { FulfillmentStatus } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { OptionalTimestamp, Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { containsText, partOf } from "./containsText.ts"
import { isUnsettled } from "./fulfillmentColumns.ts"
import { withinReach } from "./withinReach.ts"

const OptionalText = Schema.UndefinedOr(Schema.String)

/** Which claims to find: those of `within`, by names that `reach` shows. */
export const ClaimSearch = Schema.Struct({
  reach: Reach,
  within: Reach,
  now: Timestamp,
  statuses: Schema.UndefinedOr(Schema.Array(FulfillmentStatus)),
  q: OptionalText,
  offerId: OptionalText,
  memberExternalId: OptionalText,
  reservationId: OptionalText,
  from: OptionalTimestamp,
  to: OptionalTimestamp,
  newestFirst: Schema.Boolean,
  limit: Schema.Int,
  offset: Schema.Int
})

type Query = typeof ClaimSearch.Encoded

/** The condition that the claim `f` has a venue within reach. */
export const claimsWithin = (sql: SqlClient.SqlClient, reach: typeof Reach.Encoded) =>
  sql`f.property_id IS NOT NULL AND ${withinReach(sql, reach, "f.organization_id", "f.property_id")}`

/** The parts of a list of claims, by claim time (PAR-022); see `listOf`. */
export interface ClaimSearchParts {
  readonly hit: (query: Query) => Statement.Fragment | undefined
  readonly whole: (query: Query) => Statement.Fragment
  /** The ids of the claims on the page. */
  readonly ids: (query: Query) => Statement.Fragment
  /** The order of the list, of rows with the columns of claims. */
  readonly order: (alias: string, query: Query) => Statement.Fragment
}

export const makeClaimSearch = (sql: SqlClient.SqlClient): ClaimSearchParts => {
  /** Equivalent to comparing `fulfillmentStatusAt`, but on the column, so that an index serves it. */
  const inStatus = (statuses: ReadonlyArray<FulfillmentStatus>, now: TimestampColumn) => {
    const stored = sql`f.status = ANY(${statuses}::text[]) AND NOT ${isUnsettled(sql, now)}`
    return statuses.includes("expired") ? sql`((${stored}) OR ${isUnsettled(sql, now)})` : stored
  }

  const offerOf = (xid: string) => sql`(SELECT o.id FROM offers o WHERE o.xid = ${xid})`

  /** One subquery per kind of name, so that each starts from an index. */
  const nameMatches = (q: string, { reach, within }: Pick<Query, "reach" | "within">) => sql`
    f.id IN (
      SELECT f.id FROM offers o JOIN fulfillments f ON f.offer_id = o.id
      WHERE o.search_name LIKE ${partOf(q)} AND ${claimsWithin(sql, within)}
      UNION ALL
      SELECT f.id FROM members m JOIN fulfillments f ON f.member_id = m.id
      WHERE m.search_name LIKE ${partOf(q)} AND split_part(m.search_name, chr(10), 1) LIKE ${partOf(q)}
        AND ${claimsWithin(sql, within)}
      UNION ALL
      SELECT f.id FROM reservations r JOIN fulfillments f ON f.reservation_id = r.id
      WHERE ${containsText(sql, "r.confirmation_code", q)} AND ${claimsWithin(sql, within)}
        AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
    )`

  const matching = (query: Query) => {
    const { from, memberExternalId, now, offerId, q, reach, reservationId, statuses, to, within } = query
    const clauses = [claimsWithin(sql, within)]
    if (q !== undefined) clauses.push(nameMatches(q, query))
    if (statuses !== undefined) clauses.push(inStatus(statuses, now))
    if (offerId !== undefined) clauses.push(sql`f.offer_id = ${offerOf(offerId)}`)
    if (memberExternalId !== undefined) {
      clauses.push(sql`f.member_id = (SELECT m.id FROM members m WHERE m.xid = ${memberExternalId})`)
    }
    if (reservationId !== undefined) {
      clauses.push(sql`(f.organization_id, f.reservation_id) IN (
        SELECT r.organization_id, r.id FROM reservations r
        WHERE r.external_id = ${reservationId} AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      )`)
    }
    if (from !== undefined) clauses.push(sql`f.claimed_at >= ${from}::timestamptz`)
    if (to !== undefined) clauses.push(sql`f.claimed_at < ${to}::timestamptz`)
    return sql.and(clauses)
  }

  const order = (alias: string, { newestFirst }: Query) =>
    sql.literal(newestFirst ? `${alias}.claimed_at DESC, ${alias}.id DESC` : `${alias}.claimed_at, ${alias}.id`)

  /** Whether `fulfillment_counts` knows how many claims match. */
  const isCounted = ({ from, memberExternalId, q, reservationId, to }: Query) =>
    [from, memberExternalId, q, reservationId, to].every((filter) => filter === undefined)

  /** By the stored status, which is not yet `expired` for the few claims that are due but not settled. */
  const counted = ({ now, offerId, statuses, within }: Query) => {
    const isOfOffer = (alias: string) =>
      offerId === undefined ? sql`true` : sql`${sql.literal(alias)}.offer_id = ${offerOf(offerId)}`
    const stored = (clause: Statement.Fragment) => sql`
      coalesce((
        SELECT sum(c.claims) FROM fulfillment_counts c
        WHERE ${withinReach(sql, within, "c.organization_id", "c.property_id")} AND ${isOfOffer("c")} AND ${clause}
      ), 0)`
    if (statuses === undefined) return sql`SELECT ${stored(sql`true`)}::integer AS total`
    const unsettled = sql`
      SELECT ${sql.literal(statuses.includes("expired") ? "count(*)" : "0")}
        - count(*) FILTER (WHERE f.status = ANY(${statuses}::text[]))
      FROM fulfillments f WHERE ${isUnsettled(sql, now)} AND ${claimsWithin(sql, within)} AND ${isOfOffer("f")}`
    return sql`SELECT (${stored(sql`c.status = ANY(${statuses}::text[])`)} + (${unsettled}))::integer AS total`
  }

  /**
   * Other filters with an index of their own leave few claims, which are found through that index and sorted rather
   * than scanned in page order.
   */
  const isSelective = (query: Query) =>
    !isCounted(query) &&
    [query.memberExternalId, query.offerId, query.q, query.reservationId].some((filter) => filter !== undefined)

  /** The first claims of each venue, in the order of an index, up to the end of the page. */
  const ofOffer = (query: Query, offerId: string) => sql`
    SELECT f.id FROM (
      SELECT DISTINCT c.property_id FROM fulfillment_counts c
      WHERE c.offer_id = ${offerOf(offerId)} AND ${withinReach(sql, query.within, "c.organization_id", "c.property_id")}
    ) v
    CROSS JOIN LATERAL (
      SELECT f.id, f.claimed_at FROM fulfillments f WHERE ${matching(query)} AND f.property_id = v.property_id
      ORDER BY ${order("f", query)} LIMIT ${query.limit + query.offset}
    ) f
    ORDER BY ${order("f", query)}`

  const inOrder = (query: Query) => {
    if (isSelective(query)) return sql`SELECT hit.id FROM hit ORDER BY ${order("hit", query)}`
    return query.offerId === undefined
      ? sql`SELECT f.id FROM fulfillments f WHERE ${matching(query)} ORDER BY ${order("f", query)}`
      : ofOffer(query, query.offerId)
  }

  return {
    hit: (query) =>
      isSelective(query) ? sql`SELECT f.id, f.claimed_at FROM fulfillments f WHERE ${matching(query)}` : undefined,
    whole: (query) => {
      if (isCounted(query)) return counted(query)
      return isSelective(query)
        ? sql`SELECT count(*)::integer AS total FROM hit`
        : sql`SELECT count(*)::integer AS total FROM fulfillments f WHERE ${matching(query)}`
    },
    ids: (query) => sql`${inOrder(query)} LIMIT ${query.limit} OFFSET ${query.offset}`,
    order
  }
}
