import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { FulfillmentMissing } from "../../domain/fulfillments/FulfillmentErrors.ts"
import type { Fulfillments } from "../../domain/fulfillments/Fulfillments.ts"
import type { VerificationAttempt } from "../../domain/fulfillments/VerificationAttempt.ts"
import { FulfillmentView } from "../../domain/fulfillments/FulfillmentView.ts"
import { FulfillmentStatus } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { RedemptionRecord } from "../../domain/fulfillments/RedemptionRecord.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { OfferId } from "../../domain/offers/Offer.ts"
import { selfConfirmedTypes } from "../../domain/offers/redemptionTypes.ts"
import { dateOf, jsonOf, NullableTimestamp, Timestamp, type TimestampColumn } from "../statements/columns.ts"
import {
  isUnsettled,
  lockedOf,
  LockedRow,
  openList,
  selectLocked,
  fulfillmentStatusAt,
  viewColumns,
  viewFrom
} from "../fragments/fulfillmentColumns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { makeFulfillmentCommandsSql } from "./FulfillmentCommandsSql.ts"
import { pipelined } from "../statements/pipelined.ts"

const Key = Schema.Struct({ id: Schema.String, memberId: MemberId, now: Timestamp })

const Query = Schema.Struct({
  memberId: MemberId,
  now: Timestamp,
  statuses: Schema.UndefinedOr(Schema.Array(FulfillmentStatus)),
  propertyId: Schema.UndefinedOr(Schema.String),
  limit: Schema.Int,
  offset: Schema.Int
})

const Due = Schema.Struct({
  now: Timestamp,
  limit: Schema.Int,
  memberId: Schema.optionalKey(MemberId),
  offerIds: Schema.optionalKey(Schema.Array(OfferId))
})

const Unreminded = Schema.Struct({ now: Timestamp, until: Timestamp, limit: Schema.Int })

/** Claims in this database. */
export const makeFulfillmentsSql: Effect.Effect<Fulfillments["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const commands = yield* makeFulfillmentCommandsSql

    const open = sql.literal(openList)
    const locked = sql.literal(selectLocked)

    const selectView = (now: TimestampColumn) => sql`
      SELECT ${sql.literal(viewColumns)}, ${isUnsettled(sql, now)} AS "isUnsettled",
        ${fulfillmentStatusAt(sql, now)} AS status
      FROM ${sql.literal(viewFrom)}`

    const selectOne = SqlSchema.findOneOption({
      Request: Key,
      Result: FulfillmentView,
      execute: ({ id, memberId, now }) => sql`${selectView(now)} WHERE f.id = ${id}::uuid AND f.member_id = ${memberId}`
    })

    const matching = ({ memberId, now, propertyId, statuses }: typeof Query.Encoded) => {
      const clauses = [sql`f.member_id = ${memberId}`]
      if (statuses !== undefined) {
        clauses.push(sql`${fulfillmentStatusAt(sql, now)} = ANY(${statuses}::text[])`)
      }
      if (propertyId !== undefined) {
        clauses.push(sql`f.property_id = (SELECT v.id FROM properties v WHERE v.document_id = ${propertyId})`)
      }
      return sql.and(clauses)
    }

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: FulfillmentView,
      whole: (query) => sql`SELECT count(*)::integer AS total FROM fulfillments f WHERE ${matching(query)}`,
      // A claim's related rows are read only for the page: the planner, estimating over all members, expects few claims
      // per member.
      page: (query) => sql`
        ${selectView(query.now)}
        WHERE f.member_id = ${query.memberId} AND f.id = ANY(ARRAY(
          SELECT f.id FROM fulfillments f WHERE ${matching(query)}
          ORDER BY f.claimed_at DESC, f.id DESC LIMIT ${query.limit} OFFSET ${query.offset}
        ))
        ORDER BY f.claimed_at DESC, f.id DESC`
    })

    const selectDue = SqlSchema.findAll({
      Request: Due,
      Result: Schema.Struct({ id: FulfillmentId }),
      execute: ({ limit, memberId, now, offerIds }) => sql`
        SELECT f.id FROM fulfillments f
        WHERE ${isUnsettled(sql, now)} AND ${memberId === undefined ? sql`true` : sql`f.member_id = ${memberId}`}
          ${offerIds === undefined ? sql`` : sql`AND f.offer_id = ANY(${offerIds}::integer[])`}
        ORDER BY f.expires_at, f.id LIMIT ${limit}`
    })

    const selectUnreminded = SqlSchema.findAll({
      Request: Unreminded,
      Result: LockedRow,
      execute: ({ limit, now, until }) => sql`
        ${locked}
        WHERE f.status IN ${open} AND f.reminded_at IS NULL AND f.expires_at > ${now} AND f.expires_at <= ${until}
          AND (
            f.status = 'approved'
            OR (f.status = 'claimed' AND f.redemption_type = ANY(${selfConfirmedTypes}::text[]))
          )
        ORDER BY f.expires_at, f.id LIMIT ${limit}`
    })

    const selectRedemptions = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ ...RedemptionRecord.fields, createdAt: Timestamp }),
      execute: (fulfillmentId) => sql`
        SELECT d.id, d.fulfillment_id AS "fulfillmentId", d.organization_id AS "organizationId",
          d.property_id AS "propertyId", d.action, d.actor, d.from_status AS "fromStatus", d.to_status AS "toStatus",
          d.reason, d.note, d.created_at AS "createdAt"
        FROM redemption_records d WHERE d.fulfillment_id = ${fulfillmentId}::uuid ORDER BY d.created_at, d.id`
    })

    const insertAttempt = pipelined(
      sql,
      ({ actor, attemptedAt, fulfillmentId }: VerificationAttempt) => sql`
        INSERT INTO verification_attempts (fulfillment_id, attempted_at, actor)
        VALUES (${fulfillmentId}::uuid, ${dateOf(attemptedAt)}, ${jsonOf(actor)}::jsonb)`
    )

    const countAttempts = SqlSchema.findOne({
      Request: Schema.Struct({ fulfillmentId: FulfillmentId, since: Timestamp }),
      Result: Schema.Struct({ count: Schema.Int, first: NullableTimestamp }),
      execute: ({ fulfillmentId, since }) => sql`
        SELECT count(*)::integer AS count, min(a.attempted_at) AS first FROM verification_attempts a
        WHERE a.fulfillment_id = ${fulfillmentId}::uuid AND a.attempted_at > ${since}`
    })

    return {
      ...commands,
      get: Effect.fnUntraced(function* (key) {
        const row = yield* Effect.orDie(selectOne(key))
        return Option.isNone(row) ? yield* new FulfillmentMissing() : row.value
      }),
      list: selectList,
      listDue: (query) => Effect.map(Effect.orDie(selectDue(query)), (rows) => rows.map(({ id }) => id)),
      listUnreminded: (query) => Effect.map(Effect.orDie(selectUnreminded(query)), (rows) => rows.map(lockedOf)),
      listRedemptions: (fulfillmentId) => Effect.orDie(selectRedemptions(fulfillmentId)),
      insertAttempt: (attempt) => Effect.orDie(insertAttempt(attempt)),
      getAttempts: (key) => Effect.orDie(countAttempts(key))
    }
  }
)
