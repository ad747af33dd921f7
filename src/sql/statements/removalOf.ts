import { type DateTime, Effect, Schema } from "effect"
import { type SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Timestamp, type TimestampColumn } from "./columns.ts"

/** Rows removed per statement, so that no removal reaches the statement timeout or holds locks for long. */
const removalLimit = 10_000

/**
 * Removes expired rows of a table, under the alias `alias`: the first 10,000 per call in the order of the indexed
 * column `by`. Returns their number. The condition is checked again on each row, which may have changed since.
 */
export const removalOf = (
  sql: SqlClient.SqlClient,
  options: {
    readonly table: string
    readonly alias: string
    readonly by: string
    readonly isOver: (instant: TimestampColumn) => Statement.Fragment
  }
): ((instant: DateTime.Utc) => Effect.Effect<number>) => {
  const { alias, by, isOver, table } = options
  const rows = sql.literal(`${table} ${alias}`)
  const [ctid, order] = [sql.literal(`${alias}.ctid`), sql.literal(`${alias}.${by}`)]
  const remove = SqlSchema.findOne({
    Request: Timestamp,
    Result: Schema.Struct({ removed: Schema.Int }),
    execute: (instant) => sql`
      WITH gone AS (
        DELETE FROM ${rows} WHERE ${isOver(instant)} AND ${ctid} = ANY (ARRAY(
          SELECT ${ctid} FROM ${rows} WHERE ${isOver(instant)} ORDER BY ${order} LIMIT ${removalLimit}
        ))
        RETURNING 1
      )
      SELECT count(*) AS removed FROM gone`
  })
  return (instant) => Effect.orDie(Effect.map(remove(instant), ({ removed }) => removed))
}
