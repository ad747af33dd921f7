import { type DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlError, SqlSchema } from "effect/sql"
import {
  IdempotencyId,
  type IdempotencyKeys,
  IdempotencyRecord,
  KeyBusy,
  KeyLost,
  KeyTaken,
  type OwnedKey,
  type StoredResponse
} from "../../domain/idempotency/IdempotencyKeys.ts"
import { dateOf, jsonOf, Timestamp } from "../statements/columns.ts"
import { queryOption } from "../statements/queryOption.ts"
import { pipelined, pipelinedOutcome } from "../statements/pipelined.ts"
import { removalOf } from "../statements/removalOf.ts"
import { sqlStateOf } from "../statements/sqlStateOf.ts"

const Row = Schema.Struct({
  ...IdempotencyRecord.fields,
  leaseUntil: Timestamp,
  createdAt: Timestamp,
  expiresAt: Timestamp
})

/** The domain error of a key that cannot be acquired in a transaction; any other error is a defect. */
const unavailable = (error: unknown): Effect.Effect<never, KeyTaken | KeyBusy> => {
  if (!SqlError.isSqlError(error)) return Effect.die(error)
  const { reason } = error
  if (reason._tag === "LockTimeoutError" || reason._tag === "StatementTimeoutError") return Effect.fail(new KeyBusy())
  return reason._tag === "UniqueViolation" && reason.constraint === "idempotency_keys_pkey"
    ? Effect.fail(new KeyTaken())
    : Effect.die(error)
}

/** The error of `key_lost()`. */
const isLost = (error: unknown) => SqlError.isSqlError(error) && sqlStateOf(error) === "HK001"

/** Keys in this database. */
export const makeIdempotencyKeysSql: Effect.Effect<IdempotencyKeys["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = (alias: string) =>
      sql.literal(`
        ${alias}.namespace, ${alias}.tenant, ${alias}.key, ${alias}.fingerprint, ${alias}.owner_token AS "ownerToken",
        ${alias}.lease_until AS "leaseUntil", ${alias}.status, ${alias}.headers, ${alias}.body, ${alias}.sealed_for AS "sealedFor",
        ${alias}.venue_ids AS "venueIds", ${alias}.created_at AS "createdAt", ${alias}.expires_at AS "expiresAt"`)

    const insertRow = (row: IdempotencyRecord) => sql`
      INSERT INTO idempotency_keys (
        namespace, tenant, key, fingerprint, owner_token, lease_until, created_at, expires_at
      ) VALUES (
        ${row.namespace}, ${row.tenant}, ${row.key}, ${row.fingerprint}, ${row.ownerToken},
        ${dateOf(row.leaseUntil)}, ${dateOf(row.createdAt)}, ${dateOf(row.expiresAt)}
      )`

    const resultColumns = sql.literal(
      Object.keys(Row.fields)
        .map((name) => `"${name}"`)
        .join(", ")
    )

    // A held key is only read: locking its row would wait for the transaction that completes it (PAR-122).
    const takeOrRead = queryOption({
      result: Row,
      execute: (row: IdempotencyRecord) => sql`
        WITH held AS (
          SELECT ${columns("h")} FROM idempotency_keys h
          WHERE h.namespace = ${row.namespace} AND h.tenant = ${row.tenant} AND h.key = ${row.key}
            AND h.expires_at > ${dateOf(row.createdAt)}
            AND (h.status IS NOT NULL OR h.lease_until > ${dateOf(row.createdAt)})
        ), taken AS (
          INSERT INTO idempotency_keys AS t (
            namespace, tenant, key, fingerprint, owner_token, lease_until, created_at, expires_at
          )
          SELECT ${row.namespace}, ${row.tenant}, ${row.key}, ${row.fingerprint}, ${row.ownerToken},
            ${dateOf(row.leaseUntil)}::timestamptz, ${dateOf(row.createdAt)}::timestamptz,
            ${dateOf(row.expiresAt)}::timestamptz
          WHERE NOT EXISTS (SELECT 1 FROM held)
          ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
            SET fingerprint = excluded.fingerprint, owner_token = excluded.owner_token,
              lease_until = excluded.lease_until, status = NULL, headers = NULL, body = NULL, sealed_for = NULL,
              venue_ids = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at
            WHERE t.expires_at <= excluded.created_at
              OR (t.status IS NULL AND t.lease_until <= excluded.created_at)
          RETURNING ${columns("t")}
        )
        SELECT ${resultColumns} FROM taken UNION ALL SELECT ${resultColumns} FROM held`
    })

    const selectRow = SqlSchema.findOneOption({
      Request: IdempotencyId,
      Result: Row,
      execute: ({ key, namespace, tenant }) => sql`
        SELECT ${columns("h")} FROM idempotency_keys h
        WHERE h.namespace = ${namespace} AND h.tenant = ${tenant} AND h.key = ${key}`
    })

    const ownInFlight = ({ key, namespace, ownerToken, tenant }: OwnedKey) => sql`
      namespace = ${namespace} AND tenant = ${tenant} AND key = ${key} AND owner_token = ${ownerToken}`

    const updateRow = (response: StoredResponse) => sql`
      UPDATE idempotency_keys
      SET status = ${response.status}, headers = ${jsonOf(response.headers)}::jsonb, body = ${response.body}::text,
        sealed_for = ${response.sealedFor}::text, venue_ids = ${response.venueIds}::integer[]
      WHERE ${ownInFlight(response)} AND status IS NULL`

    const pipelineRow = pipelinedOutcome(sql, insertRow)

    const pipelineResponse = pipelined(sql, updateRow)

    /** The database checks whether the key was lost, so that the transaction needs no round trip before COMMIT. */
    const pipelineOwn = pipelined(
      sql,
      (response: StoredResponse) => sql`
        WITH kept AS (${updateRow(response)} RETURNING 1) SELECT key_lost() WHERE NOT EXISTS (SELECT FROM kept)`
    )

    const deleteRow = pipelined(
      sql,
      ({ now, owned }: { readonly owned: OwnedKey; readonly now: DateTime.Utc }) => sql`
        DELETE FROM idempotency_keys
        WHERE ${ownInFlight(owned)} AND (status IS NULL OR expires_at <= ${dateOf(now)})`
    )

    /**
     * Without a row, another attempt acquired or released the key between the statement's snapshot and its insert,
     * which a second try sees.
     */
    const lease = (record: IdempotencyRecord): Effect.Effect<IdempotencyRecord> =>
      Effect.flatMap(Effect.orDie(takeOrRead(record)), (row) =>
        Option.isSome(row) ? Effect.succeed(row.value) : Effect.andThen(Effect.yieldNow, lease(record))
      )

    return {
      insertBefore: <A, E, R>(record: IdempotencyRecord, write: Effect.Effect<A, E, R>) =>
        Effect.flatMap(Effect.catch(pipelineRow(record), unavailable), (inserted) =>
          Effect.flatMap(Effect.exit(write), (exit) => Effect.andThen(Effect.catch(inserted, unavailable), exit))
        ),
      lease,
      find: (id: IdempotencyId) => Effect.orDie(selectRow(id)),
      updateInsertedResponse: (response: StoredResponse) => Effect.orDie(pipelineResponse(response)),
      updateLeasedResponse: (response: StoredResponse) => Effect.orDie(pipelineOwn(response)),
      owning: <A, E, R>(transaction: Effect.Effect<A, E, R>) =>
        Effect.catchDefect(
          transaction,
          (defect): Effect.Effect<never, KeyLost> => (isLost(defect) ? Effect.fail(new KeyLost()) : Effect.die(defect))
        ),
      remove: (owned: OwnedKey, now: DateTime.Utc) => Effect.orDie(deleteRow({ owned, now })),
      removeExpired: removalOf(sql, {
        table: "idempotency_keys",
        alias: "k",
        by: "expires_at",
        isOver: (now) => sql`k.expires_at <= ${now}`
      })
    }
  }
)
