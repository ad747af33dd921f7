import { Effect, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Reach } from "../../domain/access/Reach.ts"
import { DeskFulfillment } from "../../domain/fulfillments/DeskFulfillment.ts"
import type { DeskFulfillments } from "../../domain/fulfillments/DeskFulfillments.ts"
import { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { requiresVerificationCode } from "../../domain/offers/redemptionTypes.ts"
import { foldText } from "../../domain/shared/foldText.ts"
import { OptionalTimestamp, type TimestampColumn } from "../statements/columns.ts"
import { ClaimSearch, claimsWithin, makeClaimSearch } from "../fragments/claimSearch.ts"
import { partOf } from "../fragments/containsText.ts"
import { chargesColumn, isUnsettled, openList, fulfillmentStatusAt } from "../fragments/fulfillmentColumns.ts"
import { highestTier } from "../fragments/highestTier.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { withinReach } from "../fragments/withinReach.ts"

const { verificationRequired: _, ...columnsOfView } = DeskFulfillment.fields

const Row = Schema.Struct({ ...columnsOfView, venueId: VenueId, isUnsettled: Schema.Boolean })

const { fields } = ClaimSearch

const Pending = Schema.Struct({
  ...Struct.pick(fields, ["reach", "within", "now", "statuses"]),
  updatedSince: OptionalTimestamp
})

const PendingPage = Schema.Struct({ ...Pending.fields, ...Struct.pick(fields, ["limit", "offset"]) })

const Key = Schema.Struct({ ...Struct.pick(fields, ["reach", "now"]), id: FulfillmentId })

const Names = Schema.Struct({ ...Struct.pick(fields, ["reach", "limit"]), q: Schema.String })

const Mark = Schema.Struct({ mark: Schema.String })

const located = ({ isUnsettled, venueId, ...row }: typeof Row.Type) => ({
  fulfillment: { ...row, verificationRequired: requiresVerificationCode(row.offer.redemptionType) },
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

    const staysWithin = (reach: typeof Reach.Encoded) => withinReach(sql, reach, "r.organization_id", "r.property_id")

    /**
     * Claims `f` in full, with their stay only if it is within reach. A claim's references belong to its organization
     * and are joined by id only: the planner would take an organization comparison as making the join more selective.
     */
    const selectFull = ({ now, reach }: { readonly now: TimestampColumn; readonly reach: typeof Reach.Encoded }) => sql`
      SELECT ${columns}, ${isUnsettled(sql, now)} AS "isUnsettled", ${fulfillmentStatusAt(sql, now)} AS status
      FROM fulfillments f
      JOIN offers o ON o.id = f.offer_id
      JOIN properties p ON p.id = f.property_id
      JOIN members m ON m.id = f.member_id
      LEFT JOIN reservations r ON r.id = f.reservation_id AND ${staysWithin(reach)}
      LEFT JOIN LATERAL (
        ${highestTier(sql, now, "f")}
      ) tier ON true`

    const { hit, ids, order, whole } = makeClaimSearch(sql)

    const selectFound = listOf(sql, {
      Request: ClaimSearch,
      Whole: Total,
      Item: Row,
      hit,
      whole,
      page: (query) => sql`
        ${selectFull(query)} WHERE f.id = ANY(ARRAY(${ids(query)})) ORDER BY ${order("f", query)}`
    })

    const waiting = ({ now, statuses, updatedSince, within }: typeof Pending.Encoded) => {
      const clauses = [sql`f.status IN ${open} AND f.expires_at > ${now}::timestamptz`, claimsWithin(sql, within)]
      if (statuses !== undefined) clauses.push(sql`f.status = ANY(${statuses}::text[])`)
      if (updatedSince !== undefined) clauses.push(sql`f.updated_at >= ${updatedSince}::timestamptz`)
      return sql.and(clauses)
    }

    const mark = sql.literal(`
      count(*) || '-' || coalesce(bit_xor(hashtextextended(
        concat_ws(' ', f.id, f.version, extract(epoch FROM r.updated_at)), 0
      )), 0)`)

    const withStays = (reach: typeof Reach.Encoded) => sql`
      fulfillments f
      LEFT JOIN reservations r ON r.id = f.reservation_id AND ${staysWithin(reach)}`

    const selectMark = SqlSchema.findOne({
      Request: Pending,
      Result: Mark,
      execute: (filter) => sql`SELECT ${mark} AS mark FROM ${withStays(filter.reach)} WHERE ${waiting(filter)}`
    })

    const selectPending = listOf(sql, {
      Request: PendingPage,
      Whole: Schema.Struct({ ...Total.fields, ...Mark.fields }),
      Item: Row,
      whole: (query) => sql`
        SELECT count(*)::integer AS total, ${mark} AS mark FROM ${withStays(query.reach)} WHERE ${waiting(query)}`,
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
      execute: (key) => sql`${selectFull(key)} WHERE f.id = ${key.id}::uuid AND ${claimsWithin(sql, key.reach)}`
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
                WHERE f.organization_id = o.organization_id AND f.offer_id = o.id AND ${claimsWithin(sql, reach)}
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
