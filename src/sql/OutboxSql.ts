import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type NewOutboxEntry, type Outbox, OutboxEntry } from "../domain/outbox/Outbox.ts"
import { dateOf, Timestamp } from "./columns.ts"
import { sent } from "./sent.ts"

const Row = Schema.Struct({ ...OutboxEntry.fields, createdAt: Timestamp })

/** Lets a message wait to be sent. A payload may be the JSON `null`. */
export const insertOutbox = (sql: SqlClient.SqlClient, { createdAt, kind, payload }: NewOutboxEntry) => sql`
  INSERT INTO outbox (kind, payload, status, created_at)
  VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, 'pending', ${dateOf(createdAt)})`

const mostListed = 1000

/** Entries in this database. */
export const makeOutboxSql: Effect.Effect<Outbox["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const insertRow = sent(sql, (entry: NewOutboxEntry) => insertOutbox(sql, entry))

  const selectNewest = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Row,
    execute: (limit) => sql`
      SELECT id, kind, payload, status, created_at AS "createdAt" FROM outbox ORDER BY id DESC LIMIT ${limit}`
  })

  return {
    insert: (entry) => Effect.orDie(insertRow(entry)),
    list: Effect.map(Effect.orDie(selectNewest(mostListed)), (rows) => rows.toReversed())
  }
})
