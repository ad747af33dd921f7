import { NodeRuntime } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

const [verb = "", url = "", name = ""] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (verb === "create") yield* sql`CREATE DATABASE ${sql(name)}`
  else if (verb === "drop") yield* sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`
  else if (verb === "reach") yield* sql`SELECT 1`
  else return yield* Effect.die(`ciDatabase.ts create|drop|reach URL NAME, not ${verb}`)
})

const database = PgClient.layer({ url: Redacted.make(url), connectTimeout: "5 seconds" })

NodeRuntime.runMain(Effect.provide(program, database))
