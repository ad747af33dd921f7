import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { Reservation } from "../../domain/reservations/Reservation.ts"
import { ReservationView } from "../../domain/reservations/ReservationView.ts"
import type { ReservationViews } from "../../domain/reservations/ReservationViews.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { OptionalTimestamp, Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { highestTier } from "../fragments/highestTier.ts"
import { listOf } from "../statements/listOf.ts"
import { isLinkedTo, linkScopes } from "../fragments/memberLinks.ts"
import { stayFacts, StayFactsColumn } from "../fragments/stayFacts.ts"
import { withinOrganizations, withinReach } from "../fragments/withinReach.ts"

const { checkIn, externalId, id, status } = Reservation.fields

const { pointsStatus: _, ...fields } = ReservationView.fields

const Row = Schema.Struct({ ...fields, id, facts: StayFactsColumn })

const Statuses = Schema.UndefinedOr(Schema.Array(status))

const Query = Schema.Struct({
  reach: Reach,
  now: Timestamp,
  statuses: Statuses,
  checkInFrom: Schema.UndefinedOr(Schema.String),
  checkInTo: Schema.UndefinedOr(Schema.String),
  memberXid: Schema.UndefinedOr(Schema.String),
  updatedSince: OptionalTimestamp,
  after: Schema.UndefinedOr(Schema.Struct({ checkIn, externalId, id })),
  offset: Schema.Int,
  limit: Schema.Int
})
type Query = typeof Query.Encoded

const OfMember = Schema.Struct({
  reach: Reach,
  now: Timestamp,
  memberXid: Schema.String,
  statuses: Statuses,
  offset: Schema.Int,
  limit: Schema.Int
})

const Summary = Schema.Struct({ total: Schema.Int, isVisible: Schema.Boolean })

const Locator = Schema.Struct({ reach: Reach, reservationId: Schema.String, now: Timestamp })

/** The check-in expression of the indexes, which sorts rows without one last. */
const arrival = "coalesce(r.check_in, 'infinity'::date)"

const order = `${arrival}, r.external_id, r.id`

/** The most changes that `updatedSince` sorts; beyond that, it filters rows in list order instead. */
const maxSorted = 2000

/** Reservations of venues in this database. */
export const makeReservationViewsSql: Effect.Effect<ReservationViews["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = (now: TimestampColumn) => sql`
      r.id, r.external_id AS "reservationId", r.status, r.pms_status AS "pmsStatus",
      r.confirmation_code AS "confirmationCode", r.check_in::text AS "checkInDate",
      r.check_out::text AS "checkOutDate", r.guest_count AS "guestCount", r.booking_channel AS "bookingChannel",
      json_build_object('id', p.document_id, 'name', p.name) AS property,
      CASE WHEN m.id IS NOT NULL THEN json_build_object(
        'externalId', m.xid, 'firstName', m.first_name, 'lastName', m.last_name, 'tierName', tier.name
      ) END AS member,
      ${stayFacts(sql, now)} AS facts, r.created_at AS "createdAt", r.updated_at AS "updatedAt"`

    const joined = (now: TimestampColumn) => sql`
      reservations r
      JOIN properties p ON p.organization_id = r.organization_id AND p.id = r.property_id
      LEFT JOIN members m ON m.id = r.member_id
      LEFT JOIN LATERAL (${highestTier(sql, now, "r")}) tier ON true`

    const ordered = sql.literal(order)

    const reaches = (reach: typeof Reach.Encoded) => withinReach(sql, reach, "r.organization_id", "r.property_id")

    const inOrganizations = (reach: typeof Reach.Encoded) => withinOrganizations(sql, reach, "o.id")

    const ofMember = (memberXid: string) => sql`r.member_id = (SELECT m.id FROM members m WHERE m.xid = ${memberXid})`

    const hasStatus = (statuses: Query["statuses"]) =>
      statuses === undefined ? sql`true` : sql`r.status = ANY(${statuses}::text[])`

    /** The conditions besides the index range, those on the list's own order first. */
    const matching = ({ after, checkInFrom, checkInTo }: Query) => {
      const clauses = [sql`true`]
      const key = sql.literal(arrival)
      if (after !== undefined) {
        const place = sql`(${after.checkIn ?? "infinity"}::date, ${after.externalId}, ${after.id}::integer)`
        clauses.push(sql`(${ordered}) > ${place}`)
      }
      if (checkInFrom !== undefined) clauses.push(sql`${key} >= ${checkInFrom}::date AND ${key} < 'infinity'::date`)
      if (checkInTo !== undefined) clauses.push(sql`${key} <= ${checkInTo}::date`)
      return sql.and(clauses)
    }

    const cut = ({ limit, offset }: Query) => sql`ORDER BY ${ordered} LIMIT ${limit}::integer + ${offset}::integer`

    /** The index ranges that a list merges: one per status and per organization or venue. */
    const ranges = ({ reach, statuses }: Query) => {
      const wanted = sql`unnest(${[...new Set(statuses ?? status.literals)]}::text[]) AS wanted (status)`
      return reach.venueIds === "all"
        ? sql`
          SELECT o.id AS organization_id, wanted.status FROM organizations o CROSS JOIN ${wanted}
          WHERE ${inOrganizations(reach)}`
        : sql`
          SELECT p.organization_id, p.id AS property_id, wanted.status FROM properties p CROSS JOIN ${wanted}
          WHERE ${withinReach(sql, reach, "p.organization_id", "p.id")}`
    }

    const inRange = ({ reach }: Query) => sql`
      r.organization_id = source.organization_id AND r.status = source.status
      AND ${reach.venueIds === "all" ? sql`true` : sql`r.property_id = source.property_id`}`

    const merged = (query: Query, condition: Statement.Fragment) => sql`
      SELECT found.* FROM source CROSS JOIN LATERAL (
        SELECT ${ordered} FROM reservations r
        WHERE ${inRange(query)} AND ${matching(query)} AND ${condition}
        ${cut(query)}
      ) AS found (arrival, external_id, id)`

    /** The newest changes of each organization: all since `since`, up to one more than can be sorted. */
    const newest = (since: TimestampColumn) => sql`
      SELECT r.* FROM (SELECT DISTINCT source.organization_id FROM source) source CROSS JOIN LATERAL (
        SELECT r.id, r.organization_id, r.property_id, r.status, r.check_in, r.external_id FROM reservations r
        WHERE r.organization_id = source.organization_id AND r.updated_at >= ${since}::timestamptz
        ORDER BY r.updated_at DESC LIMIT ${maxSorted + 1}
      ) r LIMIT ${maxSorted + 1}`

    /** The rows of the page and those before its offset, in no order. */
    const candidates = (query: Query) => {
      const { memberXid, updatedSince } = query
      const since = updatedSince === undefined ? sql`true` : sql`r.updated_at >= ${updatedSince}::timestamptz`
      if (memberXid !== undefined) {
        return sql`
          page AS (
            SELECT ${ordered} FROM reservations r
            WHERE ${ofMember(memberXid)} AND ${reaches(query.reach)} AND ${hasStatus(query.statuses)}
              AND ${matching(query)} AND ${since}
          )`
      }
      if (updatedSince === undefined) return sql`source AS (${ranges(query)}), page AS (${merged(query, since)})`
      return sql`
        source AS (${ranges(query)}), newest AS MATERIALIZED (${newest(updatedSince)}), few AS MATERIALIZED (
          SELECT count(*) <= ${maxSorted} AS are_few FROM newest
        ), page AS (
          SELECT * FROM (${merged(query, since)}) AS by_place WHERE NOT (SELECT few.are_few FROM few)
          UNION ALL
          SELECT ${ordered} FROM newest r
          WHERE (SELECT few.are_few FROM few) AND ${reaches(query.reach)} AND ${hasStatus(query.statuses)}
            AND ${matching(query)}
        )`
    }

    const selectList = SqlSchema.findAll({
      Request: Query,
      Result: Row,
      execute: (query) => sql`
        WITH ${candidates(query)}, chosen AS (
          SELECT page.id FROM page AS page (arrival, external_id, id)
          ORDER BY page.arrival, page.external_id, page.id LIMIT ${query.limit} OFFSET ${query.offset}
        )
        SELECT ${columns(query.now)} FROM ${joined(query.now)}
        WHERE r.id IN (SELECT chosen.id FROM chosen)
        ORDER BY ${ordered}`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: Row,
      execute: ({ now, reach, reservationId }) => sql`
        SELECT ${columns(now)} FROM ${joined(now)}
        WHERE r.id = (
          SELECT named.id FROM organizations o CROSS JOIN LATERAL (
            SELECT r.id, 1 AS rank FROM reservations r
            WHERE r.organization_id = o.id AND r.external_id = ${reservationId} AND ${reaches(reach)}
            UNION ALL
            SELECT r.id, 2 FROM reservations r
            WHERE r.organization_id = o.id AND r.uuid = ${uuidOf(reservationId)}::uuid AND ${reaches(reach)}
          ) named
          WHERE ${inOrganizations(reach)}
          ORDER BY named.rank, o.id LIMIT 1
        )`
    })

    const selectOfMember = listOf(sql, {
      Request: OfMember,
      Whole: Summary,
      Item: Row,
      whole: ({ memberXid, reach, statuses }) => sql`
        SELECT
          EXISTS (SELECT FROM members m WHERE m.xid = ${memberXid} AND ${isLinkedTo(sql, sql`(${linkScopes(sql, reach)})`)}) AS "isVisible",
          (
            SELECT count(*)::integer FROM reservations r
            WHERE ${ofMember(memberXid)} AND ${reaches(reach)} AND ${hasStatus(statuses)}
          ) AS total`,
      page: ({ limit, memberXid, now, offset, reach, statuses }) => sql`
        WITH chosen AS (
          SELECT r.id FROM reservations r
          WHERE ${ofMember(memberXid)} AND ${reaches(reach)} AND ${hasStatus(statuses)}
          ORDER BY ${ordered} LIMIT ${limit} OFFSET ${offset}
        )
        SELECT ${columns(now)} FROM ${joined(now)}
        WHERE r.id IN (SELECT chosen.id FROM chosen)
        ORDER BY ${ordered}`
    })

    return {
      list: (query) => Effect.orDie(selectList(query)),
      get: (query) => Effect.flatMap(Effect.orDie(selectOne(query)), orMissing),
      listOfMember: Effect.fnUntraced(function* (query) {
        const { isVisible, ...page } = yield* selectOfMember(query)
        return isVisible ? page : yield* new NotFound({})
      })
    }
  })

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/** The text as a UUID, or null, which matches nothing. */
const uuidOf = (text: string) => (uuid.test(text) ? text : null)
