import { Effect, Layer, Logger, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as DatabaseLayer from "./src/layers/DatabaseLayer.ts"
const main = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE t (id int primary key, body text CHECK (length(body) < 5))`
  yield* Effect.orDie(sql`INSERT INTO t VALUES (1, ${"GUEST-SECRET-TEXT"})`).pipe(Effect.catchCause((c) => Effect.logError("Unexpected failure", c)))
  yield* Effect.orDie(sql`SELECT ${"GUEST-SECRET-TEXT"}::int`).pipe(Effect.catchCause((c) => Effect.logError("Unexpected failure", c)))
  yield* Effect.orDie(Schema.decodeUnknownEffect(Schema.Struct({ body: Schema.Int }))({ body: "GUEST-SECRET-TEXT" })).pipe(Effect.catchCause((c) => Effect.logError("Unexpected failure", c)))
})
Effect.runFork(main.pipe(Effect.provide(DatabaseLayer.layerEmbedded({})), Effect.provide(Logger.layer([Logger.consoleJson]))) as any)
