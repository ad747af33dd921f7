import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** A database for one test. */
export interface Database {
  readonly url: string
  /** Runs one statement on a connection of its own and returns its rows as arrays. */
  readonly query: (
    text: string,
    parameters?: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>>
  /** The first column of the first row. */
  readonly value: (text: string, parameters?: ReadonlyArray<unknown>) => Effect.Effect<unknown>
}

/** One connection to the database at `url`. */
export const connection = (url: string) =>
  PgClient.layer({ url: Redacted.make(url), maxConnections: 1, connectTimeout: "1 minute", prepare: false })

/** The database at `url`. */
export const databaseAt = (url: string): Database => {
  const query: Database["query"] = (text, parameters = []) =>
    SqlClient.SqlClient.use((sql) => sql.unsafe(text, parameters).values).pipe(
      Effect.provide(connection(url)),
      Effect.orDie
    )
  return {
    url,
    query,
    value: (text, parameters) => Effect.map(query(text, parameters), ([row]) => row?.[0])
  }
}

/** The URL of the database called `name` on the server at `url`. */
export const urlOf = (url: string, name: string) => {
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}
