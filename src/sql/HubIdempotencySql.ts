import { type DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlError, SqlSchema } from "effect/sql"
import { type HubIdempotency, HubIdempotencyKey, HubIdempotencyRecord } from "../domain/idempotency/HubIdempotency.ts"
import { dateOf, jsonOf, Timestamp } from "./columns.ts"
import { queryOption } from "./queryOption.ts"

const Row = Schema.Struct({ ...HubIdempotencyRecord.fields, createdAt: Timestamp, expiresAt: Timestamp })

/** Keys that go in one statement: few enough for any deadline. */
const removalLimit = 10_000

/** The wait for another runner of the same key was cut short. */
const stillInProgress = (error: unknown) =>
  SqlError.isSqlError(error) &&
  (error.reason._tag === "LockTimeoutError" || error.reason._tag === "StatementTimeoutError")

/** Keys in this database. */
export const makeHubIdempotencySql: Effect.Effect<HubIdempotency["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const insertRow = queryOption({
      result: Schema.Struct({ taken: Schema.Boolean }),
      execute: (row: HubIdempotencyRecord) => sql`
        INSERT INTO hub_idempotency AS h (
          organization_id, principal_kind, principal_id, key, fingerprint, result, created_at, expires_at
        ) VALUES (
          ${row.organizationId}, ${row.principalKind}, ${row.principalId}, ${row.key}, ${row.fingerprint},
          ${jsonOf(row.result)}::jsonb, ${dateOf(row.createdAt)}, ${dateOf(row.expiresAt)}
        )
        ON CONFLICT (organization_id, principal_kind, principal_id, key) DO UPDATE
          SET fingerprint = excluded.fingerprint, result = excluded.result, created_at = excluded.created_at,
            expires_at = excluded.expires_at
          WHERE h.expires_at <= excluded.created_at
        RETURNING true AS taken`
    })

    const selectByKey = SqlSchema.findOne({
      Request: HubIdempotencyKey,
      Result: Row,
      execute: ({ key, organizationId, principalId, principalKind }) => sql`
        SELECT h.organization_id AS "organizationId", h.principal_kind AS "principalKind",
          h.principal_id AS "principalId", h.key, h.fingerprint, h.result, h.created_at AS "createdAt",
          h.expires_at AS "expiresAt"
        FROM hub_idempotency h
        WHERE h.organization_id = ${organizationId} AND h.principal_kind = ${principalKind}
          AND h.principal_id = ${principalId} AND h.key = ${key}`
    })

    const deleteExpired = SqlSchema.findOne({
      Request: Schema.Struct({ now: Timestamp, limit: Schema.Int }),
      Result: Schema.Struct({ removed: Schema.Int }),
      execute: ({ limit, now }) => sql`
        WITH gone AS (
          DELETE FROM hub_idempotency WHERE expires_at <= ${now} AND ctid = ANY (ARRAY(
            SELECT h.ctid FROM hub_idempotency h WHERE h.expires_at <= ${now} ORDER BY h.expires_at LIMIT ${limit}
          ))
          RETURNING 1
        )
        SELECT count(*) AS removed FROM gone`
    })

    return {
      insert: Effect.fnUntraced(function* (record: HubIdempotencyRecord) {
        const taken = yield* insertRow(record).pipe(
          Effect.asSome,
          Effect.catchIf(stillInProgress, () => Effect.succeedNone),
          Effect.orDie
        )
        if (Option.isNone(taken)) return Option.some({ ...record, result: null })
        if (Option.isSome(taken.value)) return Option.none()
        return Option.some(yield* Effect.orDie(selectByKey(record)))
      }),
      removeExpired: (now: DateTime.Utc) =>
        Effect.map(Effect.orDie(deleteExpired({ now, limit: removalLimit })), ({ removed }) => removed)
    }
  }
)
