import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import { postgres } from "../support/servers.ts"

const Session = Schema.Struct({ session: Schema.Int })

const findSession = Effect.map(SqlClient.SqlClient, (sql) =>
  SqlSchema.findOne({
    Request: Schema.Void,
    Result: Session,
    execute: () => sql`SELECT pg_backend_pid() AS session`
  })
)

/** Waits for a later callback of the event loop, as requests of different clients arrive in different ones. */
const ownCallback = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * How many of `statements` concurrent ones ran in each session, the busiest first: issued at once by one caller, or by
 * callers that run `before` first.
 */
const spread = Effect.fnUntraced(function* (statements: number, before: Effect.Effect<void> = Effect.void) {
  const session = yield* findSession
  const sessions = yield* Effect.all(
    Array.from({ length: statements }, () => Effect.andThen(before, session())),
    { concurrency: "unbounded" }
  )
  const counts = Map.groupBy(sessions, (row) => row.session)
  return [...counts.values()].map((each) => each.length).toSorted((a, b) => b - a)
})

/** 18 connections, of which six are shared. */
const onDatabase = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { url } = yield* freshDatabase
      const options = { url: Redacted.make(url), pool: 18, statementTimeout: Duration.seconds(5) }
      return yield* Effect.provide(effect, DatabaseLayer.layerServer(options))
    })
  )

postgres.describe("connections that statements share", () => {
  it.live("are at least two, and as few as carry eight statements each, with balanced load", () =>
    onDatabase(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* spread(1, ownCallback), [1])
        assert.deepStrictEqual(yield* spread(2, ownCallback), [1, 1])
        assert.deepStrictEqual(yield* spread(16, ownCallback), [8, 8])
        assert.deepStrictEqual(yield* spread(24, ownCallback), [8, 8, 8])
        assert.deepStrictEqual(yield* spread(60, ownCallback), [10, 10, 10, 10, 10, 10])
        assert.deepStrictEqual(yield* spread(2, ownCallback), [1, 1])
      })
    )
  )

  it.live("are one for up to eight statements that a caller issues at once", () =>
    onDatabase(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* spread(2), [2])
        assert.deepStrictEqual(yield* spread(8), [8])
        assert.deepStrictEqual(yield* spread(9), [8, 1])
        assert.deepStrictEqual(yield* spread(16), [8, 8])
        assert.deepStrictEqual(yield* spread(60), [10, 10, 10, 10, 10, 10])
        assert.deepStrictEqual(yield* spread(2), [2])
      })
    )
  )

  it.live("are free again after a failed or interrupted statement", () =>
    onDatabase(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const refused = Effect.replicateEffect(Effect.exit(sql`SELECT 1 / 0`), 9)
        assert.isTrue((yield* refused).every(({ _tag }) => _tag === "Failure"))
        for (let times = 0; times < 9; times++) {
          const waiting = yield* Effect.forkChild(sql`SELECT pg_sleep(60)`, { startImmediately: true })
          yield* Fiber.interrupt(waiting)
        }
        assert.deepStrictEqual(yield* spread(16, ownCallback), [8, 8])
      })
    )
  )

  it.live("are not used by a reserved transaction, which has one session of its own", () =>
    onDatabase(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const session = yield* findSession
        const outside = yield* session()
        const failed = yield* Effect.exit(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`CREATE TABLE unkept (id int)`
              const inside = yield* Effect.all([session(), session()], { concurrency: "unbounded" })
              assert.strictEqual(inside[0].session, inside[1].session)
              assert.notStrictEqual(inside[0].session, outside.session)
              return yield* Effect.fail("rolled back")
            })
          )
        )
        assert.isTrue(failed._tag === "Failure")
        const [row] = yield* sql`SELECT to_regclass('unkept') AS found`
        assert.deepStrictEqual(row, { found: null })
      })
    )
  )
})
