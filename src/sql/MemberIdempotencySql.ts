import { type DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlError, SqlSchema } from "effect/sql"
import {
  type MemberAnswer,
  type MemberIdempotency,
  MemberIdempotencyRecord
} from "../domain/idempotency/MemberIdempotency.ts"
import { dateOf, Timestamp } from "./columns.ts"
import { queryOption } from "./queryOption.ts"
import { sent } from "./sent.ts"

const Row = Schema.Struct({ ...MemberIdempotencyRecord.fields, createdAt: Timestamp, expiresAt: Timestamp })

const { key, memberId } = MemberIdempotencyRecord.fields
const Key = Schema.Struct({ memberId, key })

/** Keys that go in one statement: few enough for any deadline. */
const removalLimit = 10_000

/** The wait for another runner of the same key was cut short. */
const stillInProgress = (error: unknown) =>
  SqlError.isSqlError(error) &&
  (error.reason._tag === "LockTimeoutError" || error.reason._tag === "StatementTimeoutError")

/** Keys in this database. */
export const makeMemberIdempotencySql: Effect.Effect<MemberIdempotency["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const insertRow = queryOption({
      result: Schema.Struct({ taken: Schema.Boolean }),
      execute: (row: MemberIdempotencyRecord) => sql`
        INSERT INTO member_idempotency AS h (member_id, key, fingerprint, created_at, expires_at)
        VALUES (${row.memberId}, ${row.key}, ${row.fingerprint}, ${dateOf(row.createdAt)}, ${dateOf(row.expiresAt)})
        ON CONFLICT (member_id, key) DO UPDATE
          SET fingerprint = excluded.fingerprint, status = NULL, body = NULL, created_at = excluded.created_at,
            expires_at = excluded.expires_at
          WHERE h.expires_at <= excluded.created_at
        RETURNING true AS taken`
    })

    const selectByKey = SqlSchema.findOne({
      Request: Key,
      Result: Row,
      execute: (of) => sql`
        SELECT h.member_id AS "memberId", h.key, h.fingerprint, h.status, h.body, h.created_at AS "createdAt",
          h.expires_at AS "expiresAt"
        FROM member_idempotency h WHERE h.member_id = ${of.memberId} AND h.key = ${of.key}`
    })

    const updateRow = sent(
      sql,
      (answer: MemberAnswer) => sql`
        UPDATE member_idempotency SET status = ${answer.status}, body = ${answer.body}
        WHERE member_id = ${answer.memberId} AND key = ${answer.key}`
    )

    const deleteExpired = SqlSchema.findOne({
      Request: Schema.Struct({ now: Timestamp, limit: Schema.Int }),
      Result: Schema.Struct({ removed: Schema.Int }),
      execute: ({ limit, now }) => sql`
        WITH gone AS (
          DELETE FROM member_idempotency WHERE expires_at <= ${now} AND ctid = ANY (ARRAY(
            SELECT h.ctid FROM member_idempotency h WHERE h.expires_at <= ${now} ORDER BY h.expires_at LIMIT ${limit}
          ))
          RETURNING 1
        )
        SELECT count(*) AS removed FROM gone`
    })

    return {
      insert: Effect.fnUntraced(function* (record: MemberIdempotencyRecord) {
        const taken = yield* insertRow(record).pipe(
          Effect.asSome,
          Effect.catchIf(stillInProgress, () => Effect.succeedNone),
          Effect.orDie
        )
        if (Option.isNone(taken)) return Option.some({ ...record, status: null, body: null })
        if (Option.isSome(taken.value)) return Option.none()
        return Option.some(yield* Effect.orDie(selectByKey(record)))
      }),
      updateAnswer: (answer: MemberAnswer) => Effect.orDie(updateRow(answer)),
      removeExpired: (now: DateTime.Utc) =>
        Effect.map(Effect.orDie(deleteExpired({ now, limit: removalLimit })), ({ removed }) => removed)
    }
  })
