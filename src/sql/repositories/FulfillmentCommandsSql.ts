import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { type Fulfillment, FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { FulfillmentMissing } from "../../domain/fulfillments/FulfillmentErrors.ts"
import type {
  FulfillmentChange,
  FulfillmentLocator,
  Fulfillments,
  FulfillmentsOf,
  NewFulfillment,
  Reminder
} from "../../domain/fulfillments/Fulfillments.ts"
import { MemberId } from "../../domain/members/Member.ts"
import type { OfferCodeStatus } from "../../domain/offers/OfferCode.ts"
import { ReservationId } from "../../domain/reservations/Reservation.ts"
import { dateOf, jsonOf, nullableDateOf } from "../statements/columns.ts"
import { lockedOf, LockedRow, openList, selectLocked } from "../fragments/fulfillmentColumns.ts"
import { journalParts } from "../fragments/journalParts.ts"
import { insertNotification } from "./NotificationsSql.ts"
import { queryOne } from "../statements/queryOne.ts"
import { withinReach } from "../fragments/withinReach.ts"
import { pipelined } from "../statements/pipelined.ts"

const Locator = Schema.Struct({
  id: Schema.String,
  memberId: Schema.optionalKey(MemberId),
  reach: Schema.optionalKey(Reach)
})

const Of = Schema.Struct({
  memberId: Schema.optionalKey(MemberId),
  reservationId: Schema.optionalKey(ReservationId)
})

const Count = Schema.Struct({ count: Schema.Int })

type Commands = Pick<
  Fulfillments["Service"],
  "insert" | "getForUpdate" | "listForUpdate" | "listOpen" | "update" | "updateReminded"
>

/** Commands on claims in this database. Each writes the change and all its effects in one statement. */
export const makeFulfillmentCommandsSql: Effect.Effect<Commands, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const open = sql.literal(openList)
  const locked = sql.literal(selectLocked)

  const insertRow = (row: Fulfillment) => sql`
    INSERT INTO fulfillments (
      id, organization_id, property_id, member_id, offer_id, reservation_id, status, redemption_type,
      points_charged, check_in_date, note, verification_code_hash, verification_code_enc, code_valid,
      codes_shown_at, claimed_at, expires_at, updated_at, version
    )
    VALUES (
      ${row.id}::uuid, ${row.organizationId}, ${row.propertyId}, ${row.memberId}, ${row.offerId},
      ${row.reservationId}::integer, ${row.status}, ${row.redemptionType}, ${row.pointsCharged},
      ${row.checkInDate}::date, ${row.note}, ${row.verificationCodeHash}, ${row.verificationCodeEnc},
      ${row.codeValid}, ${nullableDateOf(row.codesShownAt)}, ${dateOf(row.claimedAt)}, ${dateOf(row.expiresAt)},
      ${dateOf(row.updatedAt)}, ${row.version}
    )`

  const insertFree = pipelined(
    sql,
    ({ journal, row }: NewFulfillment) => sql`WITH ${journalParts(sql, journal)} ${insertRow(row)}`
  )

  const insertBound = queryOne({
    result: Schema.Struct({ outcome: Schema.Literals(["inserted", "stayCancelled"]) }),
    execute: ({ journal, row }: NewFulfillment) => sql`
        WITH stay AS (
          SELECT r.id FROM reservations r
          WHERE r.id = ${row.reservationId}::integer AND r.status <> 'cancelled' FOR SHARE
        ), claim AS (${insertRow(row)}), ${journalParts(sql, journal)}
        SELECT CASE WHEN EXISTS (SELECT FROM stay) THEN 'inserted' ELSE 'stayCancelled' END AS outcome`
  })

  const ownedBy = ({ memberId, reach }: typeof Locator.Encoded) => {
    if (memberId !== undefined) return sql`f.member_id = ${memberId}`
    if (reach === undefined) return sql`true`
    return sql`f.property_id IS NOT NULL AND ${withinReach(sql, reach, "f.organization_id", "f.property_id")}`
  }

  const lockOne = SqlSchema.findOneOption({
    Request: Locator,
    Result: LockedRow,
    execute: (locator) => sql`${locked} WHERE f.id = ${locator.id}::uuid AND ${ownedBy(locator)} FOR UPDATE OF f`
  })

  const openOf = ({ memberId, reservationId }: typeof Of.Encoded) => sql`
    WHERE f.status IN ${open} AND ${
      reservationId === undefined ? sql`f.member_id = ${memberId ?? null}` : sql`f.reservation_id = ${reservationId}`
    }
    ORDER BY f.id`

  const lockAll = SqlSchema.findAll({
    Request: Of,
    Result: LockedRow,
    execute: (of) => sql`${locked} ${openOf(of)} FOR UPDATE OF f`
  })

  const selectOpen = SqlSchema.findAll({
    Request: Of,
    Result: Schema.Struct({ id: FulfillmentId }),
    execute: (of) => sql`SELECT f.id FROM fulfillments f ${openOf(of)}`
  })

  /** A code released to an archived pool is void, like the rest of the pool (DOMAIN 8.3). */
  const released = (id: string) => sql`
      , pool AS (
        SELECT p.id, p.status FROM offer_codes c JOIN offer_code_pools p ON p.id = c.pool_id
        WHERE c.fulfillment_id = ${id}::uuid FOR SHARE OF p
      ), code AS (
        UPDATE offer_codes c SET fulfillment_id = NULL, assigned_at = NULL,
          status = CASE WHEN pool.status = 'archived' THEN 'void' ELSE 'available' END
        FROM pool WHERE c.pool_id = pool.id AND c.fulfillment_id = ${id}::uuid
      )`

  const codePart = (id: string, status: OfferCodeStatus | null) => {
    if (status === null) return sql.literal("")
    if (status === "available") return released(id)
    return sql`, code AS (UPDATE offer_codes SET status = ${status} WHERE fulfillment_id = ${id}::uuid)`
  }

  /** A pipelined statement has no result to check, so the statement divides by zero if no row was updated. */
  const updateRows = pipelined(
    sql,
    ({ codeStatus, journal, row }: FulfillmentChange) => sql`
        WITH changed AS (
          UPDATE fulfillments SET status = ${row.status}, verification_code_hash = ${row.verificationCodeHash},
            verification_code_enc = ${row.verificationCodeEnc}, code_valid = ${row.codeValid},
            codes_shown_at = ${nullableDateOf(row.codesShownAt)}, modification = ${jsonOf(row.modification)}::jsonb,
            reject_reason = ${row.rejectReason}, approved_at = ${nullableDateOf(row.approvedAt)},
            fulfilled_at = ${nullableDateOf(row.fulfilledAt)}, rejected_at = ${nullableDateOf(row.rejectedAt)},
            cancelled_at = ${nullableDateOf(row.cancelledAt)}, expired_at = ${nullableDateOf(row.expiredAt)},
            updated_at = ${dateOf(row.updatedAt)}, version = ${row.version}
          WHERE id = ${row.id}::uuid AND version = ${row.version}::integer - 1
          RETURNING id
        ), ${journalParts(sql, journal)} ${codePart(row.id, codeStatus)}
        SELECT 1 / count(*) FROM changed`
  )

  const remind = queryOne({
    result: Count,
    execute: ({ id, notification, now }: Reminder) => sql`
        WITH reminded AS (
          UPDATE fulfillments SET reminded_at = ${dateOf(now)}
          WHERE id = ${id}::uuid AND member_id = ${notification.memberId} AND reminded_at IS NULL
            AND status IN ('claimed', 'approved') AND expires_at > ${dateOf(now)}
          RETURNING id
        ), notification AS (${insertNotification(sql, notification, sql.literal("FROM reminded"))})
        SELECT count(*)::integer AS count FROM reminded`
  })

  return {
    // Only a claim bound to a stay can be refused; without a stay the statement is pipelined.
    insert: (claim) =>
      claim.row.reservationId === null
        ? Effect.as(Effect.orDie(insertFree(claim)), "inserted")
        : Effect.map(Effect.orDie(insertBound(claim)), ({ outcome }) => outcome),
    getForUpdate: Effect.fnUntraced(function* (locator: FulfillmentLocator) {
      const row = yield* Effect.orDie(lockOne(locator))
      return Option.isNone(row) ? yield* new FulfillmentMissing() : lockedOf(row.value)
    }),
    listForUpdate: (of: FulfillmentsOf) => Effect.map(Effect.orDie(lockAll(of)), (rows) => rows.map(lockedOf)),
    listOpen: (of: FulfillmentsOf) => Effect.map(Effect.orDie(selectOpen(of)), (rows) => rows.map(({ id }) => id)),
    update: (change) => Effect.orDie(updateRows(change)),
    updateReminded: (reminder) => Effect.map(Effect.orDie(remind(reminder)), ({ count }) => count > 0)
  }
})
