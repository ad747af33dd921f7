import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { DeskFulfillment } from "../../domain/fulfillments/DeskFulfillment.ts"
import type { DeskFulfillments } from "../../domain/fulfillments/DeskFulfillments.ts"
import { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { FulfillmentStatus } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { isVerified } from "../../domain/offers/redemptionTypes.ts"
import { foldText } from "../../domain/shared/foldText.ts"
import { OptionalTimestamp, Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { containsText, partOf } from "../fragments/containsText.ts"
import { chargesColumn, isUnsettled, openList, statusAt } from "../fragments/fulfillmentColumns.ts"
import { highestTier } from "../fragments/highestTier.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { withinReach } from "../fragments/withinReach.ts"

const { verificationRequired: _, ...columnsOfView } = DeskFulfillment.fields

const Row = Schema.Struct({ ...columnsOfView, venueId: VenueId, isUnsettled: Schema.Boolean })

const Filter = {
  reach: Reach,
  within: Reach,
  now: Timestamp,
  statuses: Schema.UndefinedOr(Schema.Array(FulfillmentStatus))
}

const Page = { limit: Schema.Int, offset: Schema.Int }

const Search = Schema.Struct({
  ...Filter,
  ...Page,
  q: Schema.UndefinedOr(Schema.String),
  offerId: Schema.UndefinedOr(Schema.String),
  memberExternalId: Schema.UndefinedOr(Schema.String),
  reservationId: Schema.UndefinedOr(Schema.String),
  from: OptionalTimestamp,
  to: OptionalTimestamp,
  newestFirst: Schema.Boolean
})

const Pending = Schema.Struct({ ...Filter, updatedSince: OptionalTimestamp })

const PendingPage = Schema.Struct({ ...Pending.fields, ...Page })

const Key = Schema.Struct({ reach: Reach, id: FulfillmentId, now: Timestamp })

const Names = Schema.Struct({ reach: Reach, q: Schema.String, limit: Schema.Int })

const Mark = Schema.Struct({ mark: Schema.String })

const located = ({ isUnsettled, venueId, ...row }: typeof Row.Type) => ({
  fulfillment: { ...row, verificationRequired: isVerified(row.offer.redemptionType) },
  venueId,
  isUnsettled
})

const fulfillmentOf = (row: typeof Row.Type) => located(row).fulfillment

/** Claims in this database, as seen by the desks of their venues. */
export const makeDeskFulfillmentsSql: Effect.Effect<DeskFulfillments["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const open = sql.literal(openList)

    const columns = sql.literal(`
      f.id, json_build_object('id', o.xid, 'name', o.name, 'redemptionType', f.redemption_type) AS offer,
      json_build_object(
        'externalId', m.xid, 'firstName', m.first_name, 'lastName', m.last_name, 'tierName', tier.name
      ) AS member,
      p.document_id AS "propertyId", p.name AS "propertyName",
      CASE WHEN r.id IS NOT NULL THEN json_build_object(
        'reservationId', r.external_id, 'confirmationCode', r.confirmation_code,
        'checkInDate', r.check_in, 'checkOutDate', r.check_out
      ) END AS reservation,
      f.points_charged AS "pointsCharged", ${chargesColumn} AS charges, f.claimed_at AS "claimedAt",
      f.approved_at AS "approvedAt", f.fulfilled_at AS "fulfilledAt", f.rejected_at AS "rejectedAt",
      f.cancelled_at AS "cancelledAt", f.expires_at AS "expiresAt", f.note, f.modification,
      f.reject_reason AS "rejectionReason", f.version, f.property_id AS "venueId"`)

    /** Equivalent to comparing `statusAt`, but on the column, so that an index serves it. */
    const inStatus = (statuses: ReadonlyArray<FulfillmentStatus>, now: TimestampColumn) => {
      const stored = sql`f.status = ANY(${statuses}::text[]) AND NOT ${isUnsettled(sql, now)}`
      return statuses.includes("expired") ? sql`((${stored}) OR ${isUnsettled(sql, now)})` : stored
    }

    const claimsWithin = (reach: typeof Reach.Encoded) =>
      sql`f.property_id IS NOT NULL AND ${withinReach(sql, reach, "f.organization_id", "f.property_id")}`

    /**
     * Claims `f` in full, with their stay only if it is within reach. A claim's references belong to its organization
     * and are joined by id only: the planner would take an organization comparison as making the join more selective.
     */
    const selectFull = ({ now, reach }: { readonly now: TimestampColumn; readonly reach: typeof Reach.Encoded }) => sql`
      SELECT ${columns}, ${isUnsettled(sql, now)} AS "isUnsettled", ${statusAt(sql, now)} AS status
      FROM fulfillments f
      JOIN offers o ON o.id = f.offer_id
      JOIN properties p ON p.id = f.property_id
      JOIN members m ON m.id = f.member_id
      LEFT JOIN reservations r ON r.id = f.reservation_id
        AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      LEFT JOIN LATERAL (
        ${highestTier(sql, now, "f")}
      ) tier ON true`

    const offerOf = (xid: string) => sql`(SELECT o.id FROM offers o WHERE o.xid = ${xid})`

    /** One subquery per kind of name, so that each starts from an index. */
    const nameMatches = (q: string, { reach, within }: Pick<typeof Search.Encoded, "reach" | "within">) => sql`
      f.id IN (
        SELECT f.id FROM offers o JOIN fulfillments f ON f.offer_id = o.id
        WHERE o.search_name LIKE ${partOf(q)} AND ${claimsWithin(within)}
        UNION ALL
        SELECT f.id FROM members m JOIN fulfillments f ON f.member_id = m.id
        WHERE m.search_name LIKE ${partOf(q)} AND split_part(m.search_name, chr(10), 1) LIKE ${partOf(q)}
          AND ${claimsWithin(within)}
        UNION ALL
        SELECT f.id FROM reservations r JOIN fulfillments f ON f.reservation_id = r.id
        WHERE ${containsText(sql, "r.confirmation_code", q)} AND ${claimsWithin(within)}
          AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      )`

    const matching = (query: typeof Search.Encoded) => {
      const { from, memberExternalId, now, offerId, q, reach, reservationId, statuses, to, within } = query
      const clauses = [claimsWithin(within)]
      if (q !== undefined) clauses.push(nameMatches(q, query))
      if (statuses !== undefined) clauses.push(inStatus(statuses, now))
      if (offerId !== undefined) {
        clauses.push(sql`f.offer_id = ${offerOf(offerId)}`)
      }
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

    const order = (alias: string, { newestFirst }: { readonly newestFirst: boolean }) =>
      sql.literal(newestFirst ? `${alias}.claimed_at DESC, ${alias}.id DESC` : `${alias}.claimed_at, ${alias}.id`)

    /** Whether `fulfillment_counts` knows how many claims match. */
    const isCounted = ({ from, memberExternalId, q, reservationId, to }: typeof Search.Encoded) =>
      [from, memberExternalId, q, reservationId, to].every((filter) => filter === undefined)

    /**
     * Filters with an index of their own leave few claims, which are found through that index and sorted rather than
     * scanned in page order.
     */
    const isSelective = (query: typeof Search.Encoded) =>
      !isCounted(query) &&
      [query.memberExternalId, query.offerId, query.q, query.reservationId].some((filter) => filter !== undefined)

    /** Counts by the stored status, which is not yet `expired` for the few claims that are due but not settled. */
    const counted = ({ now, offerId, statuses, within }: typeof Search.Encoded) => {
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
        FROM fulfillments f WHERE ${isUnsettled(sql, now)} AND ${claimsWithin(within)} AND ${isOfOffer("f")}`
      return sql`SELECT (${stored(sql`c.status = ANY(${statuses}::text[])`)} + (${unsettled}))::integer AS total`
    }

    /** The first claims of each venue, in the order of an index, up to the end of the page. */
    const ofOffer = (query: typeof Search.Encoded, offerId: string) => sql`
      SELECT f.id FROM (
        SELECT DISTINCT c.property_id FROM fulfillment_counts c
        WHERE c.offer_id = ${offerOf(offerId)} AND ${withinReach(sql, query.within, "c.organization_id", "c.property_id")}
      ) v
      CROSS JOIN LATERAL (
        SELECT f.id, f.claimed_at FROM fulfillments f WHERE ${matching(query)} AND f.property_id = v.property_id
        ORDER BY ${order("f", query)} LIMIT ${query.limit + query.offset}
      ) f
      ORDER BY ${order("f", query)}`

    const idsInOrder = (query: typeof Search.Encoded) => {
      if (isSelective(query)) return sql`SELECT hit.id FROM hit ORDER BY ${order("hit", query)}`
      return query.offerId === undefined
        ? sql`SELECT f.id FROM fulfillments f WHERE ${matching(query)} ORDER BY ${order("f", query)}`
        : ofOffer(query, query.offerId)
    }

    const totalOf = (query: typeof Search.Encoded) => {
      if (isCounted(query)) return counted(query)
      return isSelective(query)
        ? sql`SELECT count(*)::integer AS total FROM hit`
        : sql`SELECT count(*)::integer AS total FROM fulfillments f WHERE ${matching(query)}`
    }

    const selectFound = listOf(sql, {
      Request: Search,
      Whole: Total,
      Item: Row,
      hit: (query) =>
        isSelective(query) ? sql`SELECT f.id, f.claimed_at FROM fulfillments f WHERE ${matching(query)}` : undefined,
      whole: totalOf,
      page: (query) => sql`
        ${selectFull(query)}
        WHERE f.id = ANY(ARRAY(${idsInOrder(query)} LIMIT ${query.limit} OFFSET ${query.offset}))
        ORDER BY ${order("f", query)}`
    })

    const waiting = ({ now, statuses, updatedSince, within }: typeof Pending.Encoded) => {
      const clauses = [sql`f.status IN ${open} AND f.expires_at > ${now}::timestamptz`, claimsWithin(within)]
      if (statuses !== undefined) clauses.push(sql`f.status = ANY(${statuses}::text[])`)
      if (updatedSince !== undefined) clauses.push(sql`f.updated_at >= ${updatedSince}::timestamptz`)
      return sql.and(clauses)
    }

    const mark = sql.literal(`
      count(*) || '-' || coalesce(bit_xor(hashtextextended(
        concat_ws(' ', f.id, f.version, extract(epoch FROM r.updated_at)), 0
      )), 0)`)

    const withStays = sql.literal(`
      fulfillments f
      LEFT JOIN reservations r ON r.id = f.reservation_id`)

    const selectMark = SqlSchema.findOne({
      Request: Pending,
      Result: Mark,
      execute: (filter) => sql`SELECT ${mark} AS mark FROM ${withStays} WHERE ${waiting(filter)}`
    })

    const selectPending = listOf(sql, {
      Request: PendingPage,
      Whole: Schema.Struct({ ...Total.fields, ...Mark.fields }),
      Item: Row,
      whole: (query) => sql`
        SELECT count(*)::integer AS total, ${mark} AS mark FROM ${withStays} WHERE ${waiting(query)}`,
      page: (query) => sql`
        ${selectFull(query)}
        WHERE f.id = ANY(ARRAY(
          SELECT f.id FROM fulfillments f WHERE ${waiting(query)}
          ORDER BY f.claimed_at, f.id LIMIT ${query.limit} OFFSET ${query.offset}
        ))
        ORDER BY f.claimed_at, f.id`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Key,
      Result: Row,
      execute: (key) => sql`${selectFull(key)} WHERE f.id = ${key.id}::uuid AND ${claimsWithin(key.reach)}`
    })

    const selectNames = SqlSchema.findAll({
      Request: Names,
      Result: Schema.Struct({ name: Schema.String }),
      // An offer has claims if its first one is found by index; a join would read every claim.
      execute: ({ limit, q, reach }) => sql`
        SELECT found.name FROM (
          SELECT DISTINCT o.name COLLATE "C" AS name FROM offers o
          WHERE o.search_name LIKE ${partOf(q)} AND o.status <> 'draft'
            AND (
              (o.property_id IS NOT NULL AND ${withinReach(sql, reach, "o.organization_id", "o.property_id")})
              OR (o.property_id IS NULL AND (
                SELECT true FROM fulfillments f
                WHERE f.organization_id = o.organization_id AND f.offer_id = o.id AND ${claimsWithin(reach)}
                ORDER BY f.property_id LIMIT 1
              ))
            )
        ) found
        ORDER BY starts_with(fold_text(found.name), ${foldText(q)}) DESC, found.name LIMIT ${limit}`
    })

    return {
      search: Effect.fnUntraced(function* (query) {
        const page = yield* selectFound(query)
        return { ...page, items: page.items.map(fulfillmentOf) }
      }),
      listPending: Effect.fnUntraced(function* (query) {
        const page = yield* selectPending(query)
        return { ...page, items: page.items.map(fulfillmentOf) }
      }),
      getPendingMark: (filter) => Effect.map(Effect.orDie(selectMark(filter)), (row) => row.mark),
      get: Effect.fnUntraced(function* (key) {
        return located(yield* orMissing(yield* Effect.orDie(selectOne(key))))
      }),
      listOfferNames: (query) => Effect.map(Effect.orDie(selectNames(query)), (rows) => rows.map(({ name }) => name))
    }
  })
