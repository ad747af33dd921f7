import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** Finds those of some time zones that this database does not know. It compares names without case, as PostgreSQL does. */
export const makeUnknownTimeZones = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const select = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ zone: Schema.String }),
    execute: (zones) => sql`
      SELECT z.zone FROM unnest(${zones}::text[]) AS z (zone)
      WHERE lower(z.zone) NOT IN (SELECT lower(n.name) FROM pg_timezone_names n)`
  })
  return (zones: ReadonlyArray<string>) =>
    Effect.map(Effect.orDie(select(zones)), (rows) => new Set(rows.map(({ zone }) => zone)))
})
