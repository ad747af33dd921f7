import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Timestamp } from "./columns.ts"

/** The database's time. */
export const databaseTime = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const select = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ now: Timestamp }),
    execute: () => sql`SELECT clock_timestamp() AS now`
  })
  return (yield* select(undefined)).now
})
