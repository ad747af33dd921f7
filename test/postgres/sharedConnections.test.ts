import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { eventually } from "../support/eventually.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { makeLine } from "../support/servers/line.ts"
import { postgres } from "../support/servers/servers.ts"

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

/** Loads the connections until `count` of them are open, which happens in the background. */
const untilOpen = (count: number) =>
  eventually(
    `${count} connections are open`,
    Effect.map(spread(8 * count, ownCallback), (sessions) => sessions.length === count)
  )

/** 18 connections, of which six are shared. */
const on = (url: string) =>
  DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 18, statementTimeout: Duration.seconds(20) })

const onDatabase = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { url } = yield* freshDatabase
      return yield* Effect.provide(effect, on(url))
    })
  )

postgres.describe("connections that statements share", () => {
  it.live("are at least two, and as few as carry eight statements each, with balanced load", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* untilOpen(6)
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
        yield* untilOpen(6)
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
        yield* eventually(
          "both are free",
          Effect.map(spread(16, ownCallback), (sessions) => sessions.join() === "8,8")
        )
      })
    )
  )

  it.live("are avoided while they run a statement whose caller has gone", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* untilOpen(2)
        const sql = yield* SqlClient.SqlClient
        const session = yield* findSession
        const sleeping = sql`SELECT pid AS session FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'`
        const left = yield* Effect.forkChild(sql`SELECT pg_sleep(15)`, { startImmediately: true })
        yield* ownCallback
        yield* eventually(
          "the server runs the statement",
          Effect.map(sleeping, ({ length }) => length === 1)
        )
        yield* Fiber.interrupt(left)
        const next = yield* Effect.replicateEffect(session(), 10)
        const [busy] = yield* sleeping
        assert.isDefined(busy)
        assert.notDeepInclude(next, busy)
      })
    )
  )

  it.live("serve while no further one can be opened", () =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase
      const line = yield* makeLine(url)
      yield* Effect.gen(function* () {
        yield* spread(1)
        yield* line.close
        const sessions = yield* spread(60, ownCallback)
        assert.strictEqual(
          sessions.reduce((sum, count) => sum + count, 0),
          60
        )
        assert.isAtMost(sessions.length, 2)
      }).pipe(Effect.provide(on(line.url)))
    })
  )

  it.live("are not used when lost, while no other one can be opened in their place", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase
      const line = yield* makeLine(database.url)
      yield* Effect.gen(function* () {
        yield* untilOpen(2)
        const session = yield* findSession
        yield* line.holdNew
        yield* ownCallback
        const lost = yield* session()
        const closed = line.closed()
        yield* database.query("SELECT pg_terminate_backend($1)", [lost.session])
        yield* eventually(
          "the connection is lost",
          Effect.sync(() => line.closed() > closed)
        )
        // The other end of the connection reads of it in the next turn of the event loop.
        yield* Effect.andThen(ownCallback, ownCallback)
        const next = yield* Effect.replicateEffect(session(), 10)
        assert.notDeepInclude(next, lost)
      }).pipe(Effect.provide(on(line.url)))
    })
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
