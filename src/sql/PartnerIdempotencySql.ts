import { type DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import {
  type PartnerAnswer,
  type PartnerIdempotency,
  PartnerIdempotencyRecord
} from "../domain/idempotency/PartnerIdempotency.ts"
import { dateOf, Timestamp } from "./columns.ts"
import { queryOption } from "./queryOption.ts"
import { sent } from "./sent.ts"

const Row = Schema.Struct({
  ...PartnerIdempotencyRecord.fields,
  leaseUntil: Timestamp,
  createdAt: Timestamp,
  expiresAt: Timestamp
})

const { body, key, ownerToken, status, tenant, venueIds } = PartnerIdempotencyRecord.fields
const Answer = Schema.Struct({ tenant, key, ownerToken, status, body, venueIds })

/** Rows removed by one statement: no removal may reach the statement timeout. */
const removalLimit = 10_000

/** Keys in this database. */
export const makePartnerIdempotencySql: Effect.Effect<PartnerIdempotency["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = (of: string) =>
      sql.literal(`
      ${of}.tenant, ${of}.key, ${of}.fingerprint, ${of}.state, ${of}.owner_token AS "ownerToken",
      ${of}.lease_until AS "leaseUntil", ${of}.venue_ids AS "venueIds", ${of}.status, ${of}.body,
      ${of}.created_at AS "createdAt", ${of}.expires_at AS "expiresAt"`)

    const found = sql.literal(
      Object.keys(Row.fields)
        .map((name) => `"${name}"`)
        .join(", ")
    )

    // A key that is held is only read: to touch its row would be to wait for the transaction that is completing it (PAR-122).
    const takeOrRead = queryOption({
      result: Row,
      execute: (row: PartnerIdempotencyRecord) => sql`
      WITH held AS (
        SELECT ${columns("h")} FROM partner_idempotency h
        WHERE h.tenant = ${row.tenant} AND h.key = ${row.key} AND h.expires_at > ${dateOf(row.createdAt)}
          AND (h.state = 'completed' OR h.lease_until > ${dateOf(row.createdAt)})
      ), taken AS (
        INSERT INTO partner_idempotency AS t (
          tenant, key, fingerprint, state, owner_token, lease_until, venue_ids, status, body, created_at, expires_at
        )
        SELECT ${row.tenant}, ${row.key}, ${row.fingerprint}, ${row.state}, ${row.ownerToken},
          ${dateOf(row.leaseUntil)}::timestamptz, ${row.venueIds}::integer[], ${row.status}::integer, ${row.body}::text,
          ${dateOf(row.createdAt)}::timestamptz, ${dateOf(row.expiresAt)}::timestamptz
        WHERE NOT EXISTS (SELECT 1 FROM held)
        ON CONFLICT (tenant, key) DO UPDATE
          SET fingerprint = excluded.fingerprint, state = excluded.state, owner_token = excluded.owner_token,
            lease_until = excluded.lease_until, venue_ids = excluded.venue_ids, status = excluded.status,
            body = excluded.body, created_at = excluded.created_at, expires_at = excluded.expires_at
          WHERE t.expires_at <= excluded.created_at
            OR (t.state = 'in_flight' AND t.lease_until <= excluded.created_at)
        RETURNING ${columns("t")}
      )
      SELECT ${found} FROM taken UNION ALL SELECT ${found} FROM held`
    })

    const updateRow = SqlSchema.findOneOption({
      Request: Answer,
      Result: Schema.Struct({ kept: Schema.Boolean }),
      execute: (answer) => sql`
      UPDATE partner_idempotency
      SET state = 'completed', status = ${answer.status}, body = ${answer.body}::text,
        venue_ids = ${answer.venueIds}::integer[]
      WHERE tenant = ${answer.tenant} AND key = ${answer.key} AND owner_token = ${answer.ownerToken}
        AND state = 'in_flight'
      RETURNING true AS kept`
    })

    const deleteRow = sent(
      sql,
      (owned: Pick<PartnerAnswer, "tenant" | "key" | "ownerToken">) => sql`
        DELETE FROM partner_idempotency
        WHERE tenant = ${owned.tenant} AND key = ${owned.key} AND owner_token = ${owned.ownerToken}
          AND state = 'in_flight'`
    )

    const deleteExpired = SqlSchema.findOne({
      Request: Schema.Struct({ now: Timestamp, limit: Schema.Int }),
      Result: Schema.Struct({ removed: Schema.Int }),
      execute: ({ limit, now }) => sql`
      WITH gone AS (
        DELETE FROM partner_idempotency WHERE expires_at <= ${now} AND ctid = ANY (ARRAY(
          SELECT p.ctid FROM partner_idempotency p WHERE p.expires_at <= ${now} ORDER BY p.expires_at LIMIT ${limit}
        ))
        RETURNING 1
      )
      SELECT count(*) AS removed FROM gone`
    })

    /** No row: another runner took or gave back the key between what this statement saw and what it tried. It is there to see now. */
    const take = (record: PartnerIdempotencyRecord): Effect.Effect<PartnerIdempotencyRecord> =>
      Effect.flatMap(Effect.orDie(takeOrRead(record)), (row) =>
        Option.isSome(row) ? Effect.succeed(row.value) : Effect.andThen(Effect.yieldNow, take(record))
      )

    return {
      insert: take,
      updateAnswer: (answer: PartnerAnswer) => Effect.map(Effect.orDie(updateRow(answer)), Option.isSome),
      remove: (of: string, name: string, owner: string) =>
        Effect.orDie(deleteRow({ tenant: of, key: name, ownerToken: owner })),
      removeExpired: (now: DateTime.Utc) =>
        Effect.map(Effect.orDie(deleteExpired({ now, limit: removalLimit })), ({ removed }) => removed)
    }
  })
