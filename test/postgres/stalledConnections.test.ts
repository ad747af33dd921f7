import { assert, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { Transactions } from "../../src/layers/database/Transactions.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { makeLine } from "../support/servers/line.ts"
import type { Database } from "../support/servers/Database.ts"
import { postgres } from "../support/servers/servers.ts"

type Line = Effect.Success<ReturnType<typeof makeLine>>

/** Two connections are shared, and four serve transactions. */
const on = (url: string) =>
  DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 6, statementTimeout: Duration.seconds(2) })

/** A database reached through a line that can stall. */
const onLine = <A, E>(
  test: (line: Line, database: Database) => Effect.Effect<A, E, SqlClient.SqlClient | Transactions>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const database = yield* freshDatabase
      yield* database.query("CREATE TABLE things (name text PRIMARY KEY)")
      const line = yield* makeLine(database.url)
      return yield* Effect.provide(test(line, database), on(line.url))
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
        // Two connections are shared, and both had stalled.
        yield* Effect.all([Effect.retry(select, { times: 1 }), inTransaction(select)])
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

  it.live("DOMAIN 5.1: are kept while PostgreSQL works on a COMMIT, which no statement timeout ends", () =>
    onLine((_, database) =>
      Effect.gen(function* () {
        yield* database.query(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(8); RETURN NULL; END $$`)
        yield* database.query(`CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON things
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()`)
        yield* inTransaction(insert("a"))
        assert.deepStrictEqual(yield* database.query("SELECT name FROM things"), [["a"]])
      })
    )
  )

  it.live("HUB-045: do not keep the service from stopping", () =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase
      const line = yield* makeLine(url)
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(on(line.url), scope)
      const reads = Effect.forever(Effect.all([select, inTransaction(select)], { concurrency: "unbounded" }))
      const running = yield* Effect.forkChild(Effect.provideContext(reads, services))
      yield* Effect.sleep("100 millis")
      yield* line.hold
      yield* Effect.forkChild(Fiber.interrupt(running))
      assert.isTrue(Option.isSome(yield* Effect.timeoutOption(Scope.close(scope, Exit.void), "40 seconds")))
    })
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
