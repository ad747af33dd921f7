import { Effect, Option, Schema, Stream } from "effect"
import { type SqlClient, SqlSchema, type Statement } from "effect/sql"

/** Rows that are fetched at a time: enough that the way to the server does not count, few enough to hold. */
const chunk = 4000

/**
 * The rows of a query through a cursor of its own, to be read inside a transaction: any number of them side by side, because
 * nothing but a fetch occupies the connection.
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
  // The server looks for the next rows while those that came are dealt with.
  return Stream.bufferArray(Stream.unwrap(Effect.as(Effect.orDie(open), pages)), { capacity: 1 })
}
