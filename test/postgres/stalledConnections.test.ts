import { assert, it } from "@effect/vitest"
import { Duration, Effect, Exit, Redacted } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { Transactions } from "../../src/layers/database/Transactions.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import { makeLine } from "../support/line.ts"
import type { Database } from "../support/Database.ts"
import { postgres } from "../support/servers.ts"

type Line = Effect.Success<ReturnType<typeof makeLine>>

/** A database reached through a line that can stall; two connections are shared, and four serve transactions. */
const onLine = <A, E>(
  test: (line: Line, database: Database) => Effect.Effect<A, E, SqlClient.SqlClient | Transactions>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const database = yield* freshDatabase
      yield* database.query("CREATE TABLE things (name text PRIMARY KEY)")
      const line = yield* makeLine(database.url)
      const options = { url: Redacted.make(line.url), pool: 6, statementTimeout: Duration.millis(500) }
      return yield* Effect.provide(test(line, database), DatabaseLayer.layerServer(options))
    })
  )

const isLostConnection = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) =>
      reason._tag === "Fail" && SqlError.isSqlError(reason.error) && reason.error.reason._tag === "ConnectionError"
  )

const select = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 AS one`)

const insert = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO things (name) VALUES (${name})`)

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transactions, ({ run }) => run(effect))

postgres.describe("connections on which PostgreSQL stops answering", () => {
  it.live("HUB-045: are closed, their statements fail as on a lost connection, and others replace them", () =>
    onLine((line) =>
      Effect.gen(function* () {
        yield* Effect.all([select, inTransaction(select)])
        yield* line.holdOpen
        const stalled = yield* Effect.all([Effect.exit(select), Effect.exit(inTransaction(select))], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(stalled.map(isLostConnection), [true, true])
        yield* Effect.all([select, inTransaction(select)])
      })
    )
  )

  it.live("DOMAIN 5.1: end a COMMIT whose answer never comes, and so give its connection back", () =>
    onLine((line, database) =>
      Effect.gen(function* () {
        const lost = ["a", "b", "c", "d"].map((name) => inTransaction(Effect.andThen(insert(name), line.holdOpen)))
        const ends = yield* Effect.all(lost.map(Effect.exit), { concurrency: "unbounded" })
        assert.deepStrictEqual(ends.map(isLostConnection), [true, true, true, true])
        yield* inTransaction(insert("e"))
        assert.deepStrictEqual(yield* database.query("SELECT name FROM things"), [["e"]])
      })
    )
  )
})

postgres.describe("connections of transactions", () => {
  it.live("serve while no further one can be opened", () =>
    onLine((line, database) =>
      Effect.gen(function* () {
        yield* inTransaction(select)
        yield* line.close
        const names = ["a", "b", "c", "d", "e", "f"]
        yield* Effect.all(
          names.map((name) => inTransaction(Effect.delay(insert(name), "20 millis"))),
          {
            concurrency: "unbounded"
          }
        )
        assert.deepStrictEqual((yield* database.query("SELECT name FROM things ORDER BY name")).flat(), names)
      })
    )
  )
})
