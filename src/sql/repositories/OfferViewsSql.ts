import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { OfferForMember, OfferStay } from "../../domain/offers/OfferForMember.ts"
import type { LocatedPlace, OfferViews } from "../../domain/offers/OfferViews.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { boundsAround, type Coordinates, earthRadiusKm } from "../../domain/places/geo.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { VenueSummary } from "../../domain/properties/VenueSummary.ts"
import { Timestamp } from "../statements/columns.ts"
import { hasDueClaims } from "../fragments/fulfillmentColumns.ts"
import { listOf } from "../statements/listOf.ts"
import { organizationOfVenue, preferredStay } from "../fragments/preferredStay.ts"
import { ClaimedRow, homes, isInStock, offerColumns, spendable, stayObject } from "../fragments/offerColumns.ts"
import { venueObject } from "../fragments/venueObject.ts"

const Query = Schema.Struct({
  memberId: MemberId,
  now: Timestamp,
  venue: Schema.UndefinedOr(Schema.Struct({ id: VenueId, organizationId: OrganizationId })),
  circle: Schema.UndefinedOr(
    Schema.Struct({ latitude: Schema.Finite, longitude: Schema.Finite, radiusKm: Schema.Finite })
  ),
  categoryId: Schema.UndefinedOr(Schema.Int),
  redemptionType: Schema.UndefinedOr(Schema.String),
  limit: Schema.Int,
  offset: Schema.Int
})
type Query = typeof Query.Encoded

const Named = Schema.Struct({
  memberId: MemberId,
  propertyId: Schema.UndefinedOr(Schema.String),
  reservationId: Schema.UndefinedOr(Schema.String)
})

const Sought = Schema.Struct({ ...Named.fields, offerId: Schema.String, now: Timestamp })

const Place = Schema.Struct({ venue: Schema.NullOr(VenueSummary), stay: Schema.NullOr(OfferStay) })

const noPlace: LocatedPlace = { venue: null, stay: null }

/** Offers in this database. */
export const makeOfferViewsSql: Effect.Effect<OfferViews["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const joined = sql.literal(`
    LEFT JOIN offer_categories c ON c.id = o.category_id
    LEFT JOIN properties p ON p.id = o.property_id`)

    const order = sql.literal("points_required, xid")

    const distance = ({ latitude, longitude }: Coordinates) => sql`
    ${2 * earthRadiusKm}::float8 * asin(least(1, sqrt(
      power(sin(radians(v.latitude - ${String(latitude)}::float8) / 2), 2)
      + cos(radians(${String(latitude)}::float8)) * cos(radians(v.latitude))
        * power(sin(radians(v.longitude - ${String(longitude)}::float8) / 2), 2)
    )))`

    const near = (circle: NonNullable<Query["circle"]>) => {
      const { east, north, south, west } = boundsAround(circle, circle.radiusKm)
      const [from, to] = [sql`v.longitude >= ${String(west)}::float8`, sql`v.longitude <= ${String(east)}::float8`]
      return sql`
      SELECT v.id FROM properties v
      WHERE v.latitude BETWEEN ${String(south)}::float8 AND ${String(north)}::float8
        AND (${west <= east ? sql`${from} AND ${to}` : sql`${from} OR ${to}`})
        AND ${distance(circle)} <= ${String(circle.radiusKm)}::float8`
    }

    const visible = sql`
    NOT EXISTS (SELECT FROM properties h WHERE h.id = o.property_id AND h.status = 'hidden')`

    /** Venue offers and global offers are separate subqueries, each ordered by an index. */
    const parts = ({ circle, venue }: Query): ReadonlyArray<Statement.Fragment> => {
      if (circle === undefined && venue === undefined) return [visible]
      const here = venue === undefined ? visible : sql`o.property_id = ${venue.id}`
      const within = circle === undefined ? sql`true` : sql`o.property_id = ANY(ARRAY(${near(circle)}))`
      const home = venue === undefined ? sql`true` : sql`o.organization_id = ${venue.organizationId}`
      return [sql`${here} AND ${within}`, sql`o.property_id IS NULL AND ${home}`]
    }

    const listed = ({ categoryId, now, redemptionType }: Query) => {
      const clauses = [sql`o.status = 'published'`, sql`(o.valid_until IS NULL OR o.valid_until > ${now}::timestamptz)`]
      if (categoryId !== undefined) clauses.push(sql`o.category_id = ${categoryId}`)
      if (redemptionType !== undefined) clauses.push(sql`o.redemption_type = ${redemptionType}`)
      return sql.and(clauses)
    }

    const union = (all: ReadonlyArray<Statement.Fragment>) =>
      all.slice(1).reduce((before, part) => sql`${before} UNION ALL ${part}`, all[0] ?? sql``)

    const page = (query: Query) => {
      const { limit, offset } = query
      const some = parts(query).map(
        (part) => sql`(
        SELECT o.id, o.points_required, o.xid FROM offers o WHERE ${listed(query)} AND ${part}
        ORDER BY ${order} LIMIT ${limit + offset}
      )`
      )
      return sql`SELECT id FROM (${union(some)}) found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
    }

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Schema.Struct({ total: Schema.Int, hasDueClaims: Schema.Boolean }),
      Item: OfferForMember,
      whole: (query) => sql`
      SELECT sum(n)::integer AS total, ${hasDueClaims(sql, query.memberId, query.now)} AS "hasDueClaims"
      FROM (
        ${union(parts(query).map((part) => sql`SELECT count(*) AS n FROM offers o WHERE ${listed(query)} AND ${part}`))}
      ) counted`,
      page: (query) => sql`
      WITH page AS (${page(query)}), home AS (${homes(sql, query.memberId, query.now)})
      SELECT ${sql.literal(offerColumns)}, NULL AS rules, coalesce(home.level, 0) AS "tierLevel",
        ${spendable(sql, query.memberId, query.now)} AS spendable, ${isInStock(sql, query.now)} AS "isInStock"
      FROM page JOIN offers o ON o.id = page.id ${joined} LEFT JOIN home ON home.organization_id = o.organization_id
      ORDER BY o.points_required, o.xid`
    })

    const namedVenue = (propertyId: string | undefined) =>
      propertyId === undefined
        ? sql`NULL::json`
        : sql`(
          SELECT ${sql.literal(venueObject("v"))} FROM properties v
          WHERE v.document_id = ${propertyId} AND v.status = 'published'
        )`

    const namedStay = (
      memberId: number,
      reservationId: string | undefined,
      organizationId: Statement.Fragment | undefined
    ) =>
      reservationId === undefined
        ? sql`NULL::json`
        : sql`(
          SELECT ${sql.literal(stayObject)}
          FROM reservations r JOIN properties q ON q.id = r.property_id
          WHERE r.member_id = ${memberId} AND r.external_id = ${reservationId}
          ORDER BY ${preferredStay(sql, organizationId)} LIMIT 1
        )`

    const selectOne = SqlSchema.findOneOption({
      Request: Sought,
      Result: ClaimedRow,
      execute: ({ memberId, now, offerId, propertyId, reservationId }) => sql`
      SELECT ${sql.literal(offerColumns)}, o.rules,
        coalesce(
          (
            SELECT home.level FROM (${homes(sql, memberId, now)}) home WHERE home.organization_id = o.organization_id
          ),
          0
        ) AS "tierLevel",
        ${spendable(sql, memberId, now)} AS spendable, ${isInStock(sql, now)} AS "isInStock",
        p.status IS NOT DISTINCT FROM 'hidden' AS "isHidden",
        ${namedVenue(propertyId)} AS "namedVenue", ${namedStay(memberId, reservationId, sql`o.organization_id`)} AS stay,
        ${hasDueClaims(sql, memberId, now)} AS "hasDueClaims"
      FROM offers o ${joined}
      WHERE o.xid = ${offerId} AND o.status = 'published'`
    })

    const selectPlace = SqlSchema.findOneOption({
      Request: Named,
      Result: Place,
      execute: ({ memberId, propertyId, reservationId }) => sql`
      SELECT ${namedVenue(propertyId)} AS venue, ${namedStay(memberId, reservationId, organizationOfVenue(sql, propertyId))} AS stay`
    })

    return {
      list: selectList,
      find: (sought) =>
        Effect.map(
          Effect.orDie(selectOne(sought)),
          Option.map(({ hasDueClaims, isHidden, namedVenue, stay, ...standing }) => ({
            standing,
            place: { venue: namedVenue, stay },
            isHidden,
            hasDueClaims
          }))
        ),
      findPlace: (place) =>
        Effect.map(
          Effect.orDie(selectPlace(place)),
          Option.getOrElse(() => noPlace)
        )
    }
  }
)
