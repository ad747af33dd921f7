import { Effect, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { resolve } from "node:path"
import { inject } from "vitest"
import { binaryArguments } from "./binary.ts"
import { runChild } from "./child.ts"
import { connection, type Database, databaseAt, urlOf } from "./Database.ts"
import { postgres } from "./servers.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The prefix of the names of this run's template databases. */
    readonly templates: string
  }
}

/** The server of `DATABASE_URL`. */
const server = Effect.suspend(() =>
  postgres.url === undefined ? Effect.die(new Error("DATABASE_URL is not set")) : Effect.succeed(postgres.url)
)

/** A new database on the server of `DATABASE_URL`, dropped when the scope closes: a copy of `template`. */
const copyOf = (template: string): Effect.Effect<Database, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const name = `hub_test_${crypto.randomUUID().replaceAll("-", "")}`
      const url = yield* server
      const admin = databaseAt(url)
      yield* admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
      return { database: databaseAt(urlOf(url, name)), remove: admin.query(`DROP DATABASE ${name} WITH (FORCE)`) }
    }),
    ({ remove }) => remove
  ).pipe(Effect.map(({ database }) => database))

/** An empty database, without the schema. */
export const freshDatabase = copyOf("template1")

const root = resolve(import.meta.dirname, "../../..")

/** The name of a template, which the first process that needs it creates. */
const template = Effect.fnUntraced(
  function* (kind: "schema" | "demo") {
    const sql = yield* SqlClient.SqlClient
    const name = `${inject("templates")}_${kind}`
    const unfinished = `${name}_unfinished`
    // Held until the connection ends.
    yield* sql`SELECT pg_advisory_lock(hashtext(${name}))`
    const found = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${name}`
    if (found.length > 0) return name
    yield* sql.unsafe(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    yield* sql.unsafe(`CREATE DATABASE ${unfinished}`)
    yield* runChild(process.execPath, [...binaryArguments, kind === "demo" ? "seed" : "migrate"], {
      cwd: root,
      env: { PATH: process.env["PATH"], DATABASE_URL: urlOf(yield* server, unfinished) }
    })
    yield* sql.unsafe(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    return name
  },
  (effect) => Effect.flatMap(server, (url) => Effect.provide(effect, connection(url))),
  Effect.orDie
)

/** A database with the schema and no rows, dropped when the scope closes. */
export const migratedDatabase = Effect.flatMap(template("schema"), copyOf)

/** A database with the demo data, dropped when the scope closes. */
export const demoDatabase = Effect.flatMap(template("demo"), copyOf)
