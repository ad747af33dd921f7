import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { postgres } from "./servers.ts"

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

const connection = (url: string) =>
  PgClient.layer({ url: Redacted.make(url), maxConnections: 1, connectTimeout: "5 seconds", prepare: false })

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

/** An empty database on the server of `DATABASE_URL`, dropped when the scope closes. */
export const freshDatabase: Effect.Effect<Database, never, Scope.Scope> = Effect.acquireRelease(
  Effect.gen(function* () {
    const name = `hub_test_${crypto.randomUUID().replaceAll("-", "")}`
    const server = postgres.url ?? (yield* Effect.die(new Error("DATABASE_URL is not set")))
    const admin = databaseAt(server)
    yield* admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    return { database: databaseAt(url.href), remove: admin.query(`DROP DATABASE ${name} WITH (FORCE)`) }
  }),
  ({ remove }) => remove
).pipe(Effect.map(({ database }) => database))
