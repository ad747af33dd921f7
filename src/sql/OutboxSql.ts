import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { NewOutboxEntry, Outbox } from "../domain/outbox/Outbox.ts"
import { dateOf } from "./columns.ts"
import { rowsSql } from "./rowsSql.ts"
import { pipelined } from "./pipelined.ts"

/** Adds an unsent message. A payload may be the JSON `null`. */
export const insertOutbox = (sql: SqlClient.SqlClient, { createdAt, kind, payload }: NewOutboxEntry) => sql`
  INSERT INTO outbox (kind, payload, status, created_at)
  VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, 'pending', ${dateOf(createdAt)})`

const mostListed = 1000

/** The outbox in this database. */
export const makeOutboxSql: Effect.Effect<Outbox["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const insertRow = pipelined(sql, (entry: NewOutboxEntry) => insertOutbox(sql, entry))

  const newest = rowsSql(sql, "outbox").list({}, { by: ["id"], isDescending: true, limit: mostListed })

  return {
    insert: (entry) => Effect.orDie(insertRow(entry)),
    list: Effect.map(newest, (rows) => rows.toReversed())
  }
})
