import { DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema, type Statement } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { Reservation, ReservationId, type ReservationXid } from "../../domain/reservations/Reservation.ts"
import { ReservationTaken } from "../../domain/reservations/ReservationErrors.ts"
import { waitingDays } from "../../domain/reservations/stayOutcome.ts"
import type { Stays } from "../../domain/reservations/Stays.ts"
import { addDays } from "../../domain/shared/calendar.ts"
import { firstDay } from "../../domain/shared/Scalars.ts"
import { NullableTimestamp, Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { stayFacts, StayFactsColumn } from "../fragments/stayFacts.ts"
import { pipelined } from "../statements/pipelined.ts"
import { entriesOfStay, ownerOf } from "../fragments/pointsOwner.ts"

const StayRow = Schema.Struct({
  ...Reservation.fields,
  multiplier: Schema.NullOr(Schema.BigDecimalFromString),
  finalizedAt: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  propertyName: Schema.String,
  timezone: Schema.String,
  facts: StayFactsColumn
})

const DueRow = Schema.Struct({ id: ReservationId, memberId: Schema.NullOr(MemberId), checkOut: Schema.String })

const Position = Schema.Struct({ afterCheckOut: Schema.String, afterId: Schema.Int, limit: Schema.Int })

const Over = Schema.Struct({ ...Position.fields, now: Timestamp, latest: Schema.String })

const Written = Schema.fromJsonString(Schema.toCodecJson(Reservation.mapFields(({ id: _, ...fields }) => fields)))

const writtenOf = Schema.encodeSync(Written)

/** The mutable columns, with their types in rows passed as JSON. */
const changing = {
  property_id: `"propertyId" integer`,
  member_id: `"memberId" integer`,
  status: `status text`,
  pms_status: `"pmsStatus" text`,
  confirmation_code: `"confirmationCode" text`,
  check_in: `"checkIn" date`,
  check_out: `"checkOut" date`,
  guest_count: `"guestCount" integer`,
  booking_channel: `"bookingChannel" text`,
  guest_last_name: `"guestLastName" text`,
  guest_email: `"guestEmail" text`,
  spend_minor: `"spendMinor" bigint`,
  currency: `currency text`,
  base_points: `"basePoints" integer`,
  multiplier: `multiplier numeric`,
  total_points: `"totalPoints" integer`,
  finalized_at: `"finalizedAt" timestamptz`,
  program_id: `"programId" integer`,
  given_up: `"givenUp" boolean`,
  updated_at: `"updatedAt" timestamptz`
} as const

const fixed = {
  organization_id: `"organizationId" integer`,
  external_id: `"externalId" text`,
  uuid: `uuid uuid`,
  created_at: `"createdAt" timestamptz`
} as const

const names = (columns: Readonly<Record<string, string>>) => Object.keys(columns).join(", ")
const values = (columns: Readonly<Record<string, string>>) =>
  Object.values(columns)
    .map((column) => `n.${column.split(" ")[0]}`)
    .join(", ")
const types = (columns: Readonly<Record<string, string>>) => Object.values(columns).join(", ")

const orTaken = (externalId: ReservationXid) => (error: SqlError.SqlError) =>
  error.reason._tag === "UniqueViolation" && error.reason.constraint === "reservations_external_id_key"
    ? Effect.fail(new ReservationTaken({ externalId }))
    : Effect.die(error)

/** The offset of the easternmost time zone: a date that is not past there is past nowhere. */
const furthestAheadHours = 14

/** Stays in this database, for writing. */
export const makeStaysSql: Effect.Effect<Stays["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** The member who holds the points credited for the finalised stay `r`; null if none were. */
  const holderId = sql`CASE WHEN r.finalized_at IS NOT NULL THEN (
    SELECT ${ownerOf(sql, "credited.member_id")}
    FROM ${sql.literal(entriesOfStay)} credited
    ORDER BY credited.created_at, credited.id LIMIT 1
  ) END`

  const selectKey = SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, externalId: Schema.String }),
    Result: Schema.Struct({
      id: ReservationId,
      memberId: Schema.NullOr(MemberId),
      holderId: Schema.NullOr(MemberId)
    }),
    execute: ({ externalId, organizationId }) => sql`
      SELECT r.id, r.member_id AS "memberId", ${holderId} AS "holderId" FROM reservations r
      WHERE r.organization_id = ${organizationId} AND r.external_id = ${externalId}`
  })

  const lock = SqlSchema.findOneOption({
    Request: Schema.Struct({ id: ReservationId, skipLocked: Schema.Boolean }),
    Result: Schema.Struct({ id: ReservationId }),
    execute: ({ id, skipLocked }) => sql`
      SELECT r.id FROM reservations r WHERE r.id = ${id} FOR UPDATE ${sql.literal(skipLocked ? "SKIP LOCKED" : "")}`
  })

  const selectOne = SqlSchema.findOneOption({
    Request: Schema.Struct({ id: ReservationId, now: Timestamp }),
    Result: StayRow,
    execute: ({ id, now }) => sql`
      SELECT
        r.id, r.organization_id AS "organizationId", r.property_id AS "propertyId", r.member_id AS "memberId",
        r.external_id AS "externalId", r.uuid::text AS uuid, r.status, r.pms_status AS "pmsStatus",
        r.confirmation_code AS "confirmationCode", r.check_in::text AS "checkIn", r.check_out::text AS "checkOut",
        r.guest_count AS "guestCount", r.booking_channel AS "bookingChannel",
        r.guest_last_name AS "guestLastName", r.guest_email AS "guestEmail", r.spend_minor AS "spendMinor",
        r.currency, r.base_points AS "basePoints", r.multiplier::text, r.total_points AS "totalPoints",
        r.finalized_at AS "finalizedAt", r.program_id AS "programId", r.given_up AS "givenUp",
        r.created_at AS "createdAt", r.updated_at AS "updatedAt",
        p.name AS "propertyName", p.timezone,
        ${stayFacts(sql, now, { includesInputs: "true", memberId: sql`coalesce(${holderId}, r.member_id)` })} AS facts
      FROM reservations r
      JOIN properties p ON p.organization_id = r.organization_id AND p.id = r.property_id
      WHERE r.id = ${id}`
  })

  const insertRow = SqlSchema.findOne({
    Request: Written,
    Result: Schema.Struct({ id: ReservationId }),
    execute: (row) => {
      const all = { ...fixed, ...changing }
      return sql`
        INSERT INTO reservations (${sql.literal(names(all))})
        SELECT ${sql.literal(values(all))} FROM json_to_record(${row}::json) AS n (${sql.literal(types(all))})
        RETURNING id`
    }
  })

  const updateRow = pipelined(
    sql,
    (row: Reservation) => sql`
      UPDATE reservations r SET (${sql.literal(names(changing))}) = ROW (${sql.literal(values(changing))})
      FROM json_to_record(${writtenOf(row)}::json) AS n (${sql.literal(types(changing))})
      WHERE r.id = ${row.id}`
  )

  const sumCorrections = SqlSchema.findOne({
    Request: Schema.Int,
    Result: Schema.Struct({ points: Schema.Int }),
    execute: (id) => sql`
      SELECT coalesce(sum(e.points), 0)::integer AS points FROM wallet_entries e
      WHERE e.reservation_id = ${id} AND e.correction_id IS NOT NULL`
  })

  const selectPendingEarns = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ id: ReservationId }),
    execute: (memberId) => sql`
      SELECT a.reservation_id AS id FROM wallet_activity a
      WHERE a.member_id = ${memberId} AND a.type = 'earn' AND a.status = 'pending' AND a.reservation_id IS NOT NULL
      ORDER BY a.reservation_id`
  })

  const today = (now: TimestampColumn) => sql`(${now}::timestamptz AT TIME ZONE p.timezone)::date`

  /** `latest` bounds the index range by a date that is safe in every time zone; the venue's local date decides. */
  const conditions: {
    readonly [Kind in "earning" | "unknown"]: (now: TimestampColumn, latest: string) => Statement.Fragment
  } = {
    earning: (now, latest) => sql`
      r.member_id IS NOT NULL AND r.spend_minor IS NOT NULL AND r.status <> 'pending' AND r.check_out < ${latest}::date
      AND r.check_out < ${today(now)}
        - CASE WHEN r.pms_status = 'checked_out' THEN 0 ELSE ${waitingDays.checkOut}::integer END`,
    unknown: (now, latest) => sql`
      (r.member_id IS NULL OR r.spend_minor IS NULL) AND r.check_out < ${latest}::date
      AND r.check_out < ${today(now)} - ${waitingDays.unknown}::integer`
  }

  const selectOver = (kind: "earning" | "unknown") =>
    SqlSchema.findAll({
      Request: Over,
      Result: DueRow,
      execute: ({ afterCheckOut, afterId, latest, limit, now }) => sql`
        SELECT r.id, r.member_id AS "memberId", r.check_out::text AS "checkOut"
        FROM reservations r
        JOIN properties p ON p.id = r.property_id
        WHERE r.finalized_at IS NULL AND r.status NOT IN ('inquiry', 'cancelled')
          AND r.pms_status IS DISTINCT FROM 'no_show' AND ${conditions[kind](now, latest)}
          AND (r.check_out, r.id) > (${afterCheckOut}::date, ${afterId}::integer)
        ORDER BY r.check_out, r.id LIMIT ${limit}`
    })

  const selectEarning = selectOver("earning")
  const selectUnknown = selectOver("unknown")

  const selectCalledOff = SqlSchema.findAll({
    Request: Position,
    Result: DueRow,
    execute: ({ afterCheckOut, afterId, limit }) => sql`
      SELECT r.id, a.member_id AS "memberId", coalesce(r.check_out, ${firstDay}::date)::text AS "checkOut"
      FROM wallet_activity a
      JOIN reservations r ON r.id = a.reservation_id
      WHERE a.type = 'earn' AND a.status = 'pending'
        AND (r.status IN ('inquiry', 'cancelled') OR r.pms_status = 'no_show')
        AND (coalesce(r.check_out, ${firstDay}::date), r.id) > (${afterCheckOut}::date, ${afterId}::integer)
      ORDER BY coalesce(r.check_out, ${firstDay}::date), r.id LIMIT ${limit}`
  })

  return {
    find: (query) => Effect.orDie(selectKey(query)),
    findForUpdate: Effect.fnUntraced(function* ({ id, now, skipLocked = false }) {
      // Two statements: after waiting for the lock, a single one would still see the facts from before (DOMAIN 5.1).
      if (Option.isNone(yield* Effect.orDie(lock({ id, skipLocked })))) return Option.none()
      const due = yield* Effect.orDie(selectOne({ id, now }))
      return Option.map(due, ({ facts, propertyName, timezone, ...row }) => ({ row, facts, propertyName, timezone }))
    }),
    insert: (row) =>
      insertRow(row).pipe(
        Effect.map(({ id }) => id),
        Effect.catchTags({ SqlError: orTaken(row.externalId), SchemaError: Effect.die, NoSuchElementError: Effect.die })
      ),
    update: (row) => Effect.orDie(updateRow(row)),
    getCorrected: (id) => Effect.map(Effect.orDie(sumCorrections(id)), ({ points }) => points),
    listByPendingEarn: (memberId) =>
      Effect.map(Effect.orDie(selectPendingEarns(memberId)), (rows) => rows.map(({ id }) => id)),
    listDue: ({ after, kind, limit, now }) => {
      const ahead = DateTime.formatIsoDateUtc(DateTime.add(now, { hours: furthestAheadHours }))
      const position = { limit, afterCheckOut: after?.checkOut ?? firstDay, afterId: after?.id ?? 0 }
      switch (kind) {
        case "earning":
          return Effect.orDie(selectEarning({ ...position, now, latest: ahead }))
        case "unknown":
          return Effect.orDie(selectUnknown({ ...position, now, latest: addDays(ahead, -waitingDays.unknown) }))
        case "calledOff":
          return Effect.orDie(selectCalledOff(position))
      }
    }
  }
})
