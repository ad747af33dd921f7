import { Effect, Option, Schema, Stream } from "effect"
import { type SqlClient, SqlSchema, type Statement } from "effect/sql"

/** Rows per fetch: enough to hide the round trip, few enough to hold in memory. */
const chunk = 4000

/**
 * The rows of a query through a cursor of its own, inside a transaction. Several can be read concurrently, because the
 * connection is busy only during a fetch.
 */
export const cursorStream = <Row extends Schema.Codec<unknown, unknown>>(
  sql: SqlClient.SqlClient,
  { name, query, row }: { readonly name: string; readonly row: Row; readonly query: Statement.Fragment }
): Stream.Stream<Row["Type"]> => {
  const fetch = SqlSchema.findAll({
    Request: Schema.Void,
    Result: row,
    execute: () => sql`FETCH FORWARD ${sql.literal(String(chunk))} FROM ${sql.literal(name)}`
  })
  const pages = Stream.paginate(undefined, () =>
    Effect.map(
      Effect.orDie(fetch(undefined)),
      (rows) => [rows, rows.length < chunk ? Option.none() : Option.some(undefined)] as const
    )
  )
  const open = sql`DECLARE ${sql.literal(name)} NO SCROLL CURSOR FOR ${query}`
  // The server prepares the next rows while the current ones are processed.
  return Stream.bufferArray(Stream.unwrap(Effect.as(Effect.orDie(open), pages)), { capacity: 1 })
}
