import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Timestamp } from "./columns.ts"
import { migrations } from "./migrations.ts"

/** The database's time, and its pending migrations by name, in order. */
export const databaseState = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient

  const selectState = SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ now: Timestamp, isMigrated: Schema.Boolean }),
    execute: () =>
      sql`SELECT clock_timestamp() AS now, to_regclass('effect_sql_migrations') IS NOT NULL AS "isMigrated"`
  })

  const selectRun = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ id: Schema.Int }),
    execute: () => sql`SELECT migration_id AS id FROM effect_sql_migrations`
  })

  const { isMigrated, now } = yield* selectState(undefined)
  const run = new Set((isMigrated ? yield* selectRun(undefined) : []).map(({ id }) => id))
  const all = yield* migrations
  return {
    now,
    pending: all.filter(([id]) => !run.has(id)).map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)
  }
})
