import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { Reservation } from "../../domain/reservations/Reservation.ts"
import { StayProperty } from "../../domain/reservations/ReservationSummary.ts"
import type { StayViews } from "../../domain/reservations/StayViews.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { stayFacts, StayFactsColumn } from "../fragments/stayFacts.ts"

const { bookingChannel, confirmationCode, externalId, guestCount, guestEmail, guestLastName, id, memberId, status } =
  Reservation.fields

const Row = Schema.Struct({
  id,
  memberId,
  externalId,
  status,
  confirmationCode,
  guestCount,
  bookingChannel,
  guestLastName,
  guestEmail,
  checkIn: CalendarDate,
  checkOut: CalendarDate,
  property: StayProperty,
  facts: StayFactsColumn
})

const Filter = Schema.Struct({
  memberId: MemberId,
  from: Schema.UndefinedOr(Schema.String),
  to: Schema.UndefinedOr(Schema.String),
  status: Schema.UndefinedOr(status)
})

const Query = Schema.Struct({
  ...Filter.fields,
  sortBy: Schema.Literals(["id", "checkInDate", "checkOutDate"]),
  limit: Schema.Int,
  offset: Schema.Int,
  now: Timestamp
})

const orders: { readonly [By in (typeof Query.Type)["sortBy"]]: string } = {
  id: "r.created_at DESC, r.id DESC",
  checkInDate: "r.check_in, r.id",
  checkOutDate: "r.check_out, r.id"
}

const ByMember = Schema.Struct({ memberId: MemberId, externalId: Schema.String, now: Timestamp })

const ByConfirmation = Schema.Struct({
  memberId: MemberId,
  confirmationCode: Schema.String,
  email: Schema.NullOr(Schema.String),
  now: Timestamp
})

/** Stays in this database, as members see them. */
export const makeStayViewsSql: Effect.Effect<StayViews["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = (now: TimestampColumn) => sql`
      r.id, r.member_id AS "memberId", r.external_id AS "externalId", r.status,
      r.confirmation_code AS "confirmationCode", r.guest_count AS "guestCount", r.booking_channel AS "bookingChannel",
      r.guest_last_name AS "guestLastName", r.guest_email AS "guestEmail",
      r.check_in::text AS "checkIn", r.check_out::text AS "checkOut",
      json_build_object(
        'id', p.id, 'documentId', p.document_id, 'name', p.name, 'location', p.city || ', ' || p.country,
        'imageUrl', p.hero->'url', 'brand', json_build_object('documentId', b.document_id, 'name', b.name)
      ) AS property,
      ${stayFacts(sql, now)} AS facts`

    const joined = sql.literal(`
      reservations r
      JOIN properties p ON p.organization_id = r.organization_id AND p.id = r.property_id
      JOIN brands b ON b.organization_id = p.organization_id AND b.id = p.brand_id`)

    const isDated = sql.literal("r.check_in IS NOT NULL AND r.check_out IS NOT NULL")

    const matching = ({ from, memberId, status, to }: typeof Filter.Encoded) => {
      const clauses = [sql`r.member_id = ${memberId}`, sql`${isDated}`]
      if (from !== undefined) clauses.push(sql`r.check_in >= ${from}::date`)
      if (to !== undefined) clauses.push(sql`r.check_out <= ${to}::date`)
      if (status !== undefined) clauses.push(sql`r.status = ${status}`)
      return sql.and(clauses)
    }

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: Row,
      whole: (query) => sql`SELECT count(*)::integer AS total FROM reservations r WHERE ${matching(query)}`,
      page: (query) => sql`
        WITH page AS (
          SELECT r.id FROM reservations r WHERE ${matching(query)}
          ORDER BY ${sql.literal(orders[query.sortBy])} LIMIT ${query.limit} OFFSET ${query.offset}
        )
        SELECT ${columns(query.now)} FROM ${joined}
        WHERE r.id IN (SELECT page.id FROM page)
        ORDER BY ${sql.literal(orders[query.sortBy])}`
    })

    const selectByMember = SqlSchema.findOneOption({
      Request: ByMember,
      Result: Row,
      execute: ({ externalId, memberId, now }) => sql`
        SELECT ${columns(now)} FROM ${joined}
        WHERE r.member_id = ${memberId} AND r.external_id = ${externalId} AND ${isDated}
        ORDER BY r.id DESC LIMIT 1`
    })

    const selectByConfirmation = SqlSchema.findAll({
      Request: ByConfirmation,
      Result: Row,
      execute: ({ confirmationCode, email, memberId, now }) => sql`
        SELECT ${columns(now)} FROM ${joined}
        WHERE upper(r.confirmation_code COLLATE "C") = upper(${confirmationCode}::text COLLATE "C") AND ${isDated}
          AND (r.member_id = ${memberId} OR lower(r.guest_email COLLATE "C") = lower(${email}::text COLLATE "C"))
        ORDER BY (r.member_id = ${memberId}) IS TRUE DESC, r.id DESC`
    })

    return {
      list: selectList,
      findByMember: (query) => Effect.orDie(selectByMember(query)),
      listByConfirmation: (query) => Effect.orDie(selectByConfirmation(query))
    }
  }
)
