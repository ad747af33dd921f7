import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Timestamp } from "../statements/columns.ts"

/** Removes link tokens that expired before an instant. They are few, so one statement removes all. */
export const makeRemoveChatLinks = Effect.map(SqlClient.SqlClient, (sql) => {
  const deleteOlder = SqlSchema.findOne({
    Request: Timestamp,
    Result: Schema.Struct({ removed: Schema.Int }),
    execute: (instant) => sql`
      WITH gone AS (DELETE FROM chat_link_tokens l WHERE l.expires_at < ${instant} RETURNING 1)
      SELECT count(*) AS removed FROM gone`
  })
  return (instant: DateTime.Utc) => Effect.orDie(Effect.map(deleteOlder(instant), ({ removed }) => removed))
})
