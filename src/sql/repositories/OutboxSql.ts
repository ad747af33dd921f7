import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { chatTurnKind } from "../../domain/chat/ChatTurnOrder.ts"
import { type NewOutboxEntry, type Outbox, OutboxEntry } from "../../domain/outbox/Outbox.ts"
import { dateOf, nullableDateOf, Timestamp } from "../statements/columns.ts"
import { removalOf } from "../statements/removalOf.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { pipelined } from "../statements/pipelined.ts"

/** Inserts an unsent message. A payload may be the JSON `null`. */
export const insertOutbox = (
  sql: SqlClient.SqlClient,
  { createdAt, dueAt = null, kind, payload }: NewOutboxEntry
) => sql`
  INSERT INTO outbox (kind, payload, status, due_at, created_at)
  VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, 'pending', ${nullableDateOf(dueAt)}::timestamptz, ${dateOf(createdAt)})`

const maxListed = 1000

const Claimed = Schema.Struct({
  id: Schema.Int,
  kind: OutboxEntry.fields.kind,
  payload: OutboxEntry.fields.payload,
  attempts: OutboxEntry.fields.attempts,
  createdAt: Timestamp
})

/** The outbox in this database. */
export const makeOutboxSql: Effect.Effect<Outbox["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = rowsSql(sql, "outbox")

  const insertRow = pipelined(sql, (entry: NewOutboxEntry) => insertOutbox(sql, entry))

  const newest = rows.list({}, { by: ["id"], isDescending: true, limit: maxListed })

  const claim = SqlSchema.findOneOption({
    Request: Schema.Struct({ now: Timestamp, leaseUntil: Timestamp, except: Schema.Array(Schema.String) }),
    Result: Claimed,
    execute: ({ except, leaseUntil, now }) => sql`
      WITH next AS MATERIALIZED (
        SELECT x.id FROM outbox x
        WHERE x.status = 'pending' AND x.due_at IS NOT NULL AND x.due_at <= ${now}::timestamptz
          AND x.kind <> ALL(${except}::text[])
          AND NOT EXISTS (
            SELECT 1 FROM outbox e
            WHERE x.kind = ${chatTurnKind} AND e.kind = x.kind AND e.status = 'pending' AND e.due_at IS NOT NULL
              AND e.id < x.id AND e.payload -> 'consultationId' = x.payload -> 'consultationId'
          )
        ORDER BY x.due_at, x.id LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE outbox x SET attempts = x.attempts + 1, due_at = ${leaseUntil}::timestamptz
      FROM next WHERE x.id = next.id
      RETURNING x.id, x.kind, x.payload, x.attempts, x.created_at AS "createdAt"`
  })

  const removeSettled = removalOf(sql, {
    table: "outbox",
    alias: "x",
    by: "due_at",
    isOver: (instant) => sql`x.status <> 'pending' AND x.due_at < ${instant}::timestamptz`
  })

  const removeRecorded = removalOf(sql, {
    table: "outbox",
    alias: "x",
    by: "created_at",
    isOver: (instant) => sql`x.due_at IS NULL AND x.created_at < ${instant}::timestamptz`
  })

  return {
    insert: (entry) => Effect.orDie(insertRow(entry)),
    list: Effect.map(newest, (entries) => entries.toReversed()),
    claim: (command) => Effect.orDie(claim(command)),
    updateClaimed: ({ attempts, id }, outcome) =>
      Effect.orDie(
        Effect.map(rows.update({ id, attempts, status: "pending" }, outcome), (changed) => changed.length > 0)
      ),
    removeSettled,
    removeRecorded
  }
})
