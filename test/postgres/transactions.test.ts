import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Cause, Deferred, Duration, Effect, Exit, Fiber, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as Transactions from "../../src/layers/database/Transactions.ts"
import { PooledConnection } from "../../src/layers/database/PooledConnection.ts"
import { pipelined } from "../../src/sql/statements/pipelined.ts"
import { makeFaultyLine } from "../support/servers/faultyLine.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"
import { ignore, type Tap, tapped } from "../support/servers/tapped.ts"

/** The SQL keywords in one write to the server, in order. */
const textsOf = (chunk: Uint8Array) =>
  [
    ...Buffer.from(chunk)
      .toString("latin1")
      .matchAll(/BEGIN|COMMIT|ROLLBACK|INSERT|SELECT|SAVEPOINT/g)
  ].map(([text]) => text)

/** One connection, with more time for an answer than a test has. */
const connection = { maxConnections: 1, answerTimeout: Duration.minutes(5) }

/** Records the keywords of each write. */
const recording = (writes: Array<ReadonlyArray<string>>): Tap => ({
  incoming: ignore,
  outgoing: (bytes) => {
    const texts = textsOf(bytes)
    if (texts.length > 0) writes.push(texts)
  }
})

const startAt = Effect.fnUntraced(function* ({ prepare = false } = {}) {
  const database = yield* freshDatabase
  yield* database.query("CREATE TABLE things (name text PRIMARY KEY)")
  const line = yield* makeFaultyLine(database.url)
  const writes: Array<ReadonlyArray<string>> = []
  const connections = { url: Redacted.make(line.url), stream: tapped(new URL(line.url), recording(writes)), prepare }
  const services = yield* Layer.build(
    AtomicLayer.layerSql.pipe(
      Layer.provide(Transactions.layerPipelined({ ...connections, ...connection })),
      Layer.provideMerge(PgClient.layer({ url: Redacted.make(database.url), maxConnections: 1 }))
    )
  )
  const names = Effect.map(database.query("SELECT name FROM things ORDER BY name"), (rows) => rows.flat())
  return { database, line, names, services, writes }
})

const start = startAt()

const insert = (name: string) =>
  SqlClient.SqlClient.use((sql) =>
    pipelined(sql, (value: string) => sql`INSERT INTO things (name) VALUES (${value})`)(name)
  )

const count = SqlClient.SqlClient.use((sql) => sql`SELECT count(*)::integer AS count FROM things`)

class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}

const causeOf = (exit: Exit.Exit<unknown, unknown>) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "")

postgres.describe("transactions on a PostgreSQL server", () => {
  it.live("sends statements without a result with the next one", () =>
    Effect.gen(function* () {
      const { names, services, writes } = yield* start
      yield* Effect.gen(function* () {
        writes.length = 0
        yield* atomically(Effect.andThen(Effect.andThen(insert("a"), count), Effect.andThen(insert("b"), insert("c"))))
        assert.deepStrictEqual(writes, [
          ["BEGIN", "INSERT", "SELECT"],
          ["INSERT", "INSERT", "COMMIT"]
        ])
        writes.length = 0
        yield* atomically(Effect.void)
        assert.deepStrictEqual(writes, [])
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, ["a", "b", "c"])
    })
  )

  it.live("reports the first failure, at the next result or at the end, and commits nothing", () =>
    Effect.gen(function* () {
      const { names, services } = yield* start
      yield* Effect.gen(function* () {
        const early = yield* Effect.exit(atomically(Effect.all([insert("a"), insert("a"), insert("b"), count])))
        assert.match(causeOf(early), /duplicate key/)
        const late = yield* Effect.exit(atomically(Effect.all([insert("a"), count, insert("a")])))
        assert.match(causeOf(late), /duplicate key/)
        const refused = yield* Effect.exit(atomically(Effect.andThen(insert("a"), new Refused())))
        assert.match(causeOf(refused), /Refused/)
        assert.deepStrictEqual(yield* names, [])
        yield* atomically(insert("after"))
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, ["after"])
    })
  )

  it.live("reports a statement's own failure, although one pipelined after it failed too", () =>
    Effect.gen(function* () {
      const { services } = yield* start
      yield* Effect.gen(function* () {
        yield* atomically(insert("a"))
        const again = SqlClient.SqlClient.use((sql) => sql`INSERT INTO things (name) VALUES ('a') RETURNING name`)
        const refused = yield* Effect.exit(
          atomically(Effect.all([again, Effect.andThen(Effect.yieldNow, insert("b"))], { concurrency: "unbounded" }))
        )
        assert.match(causeOf(refused), /duplicate key/)
      }).pipe(Effect.provideContext(services))
    })
  )

  it.live("rolls back a failed savepoint, and continues", () =>
    Effect.gen(function* () {
      const { names, services } = yield* start
      yield* Effect.gen(function* () {
        const part = Effect.exit(atomically(Effect.all([insert("b"), insert("b"), count])))
        yield* atomically(Effect.all([insert("a"), part, atomically(insert("c"))]))
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, ["a", "c"])
    })
  )

  it.live("loses no statement of a fiber that has ended, and leaves nothing if interrupted", () =>
    Effect.gen(function* () {
      const { names, services } = yield* start
      yield* Effect.gen(function* () {
        yield* atomically(Effect.all([insert("a"), insert("b")], { concurrency: "unbounded" }))
        const inserted = yield* Deferred.make<void>()
        const endless = Effect.andThen(Effect.andThen(insert("c"), Deferred.succeed(inserted, undefined)), Effect.never)
        const stopped = yield* Effect.forkChild(atomically(endless))
        yield* Deferred.await(inserted)
        yield* Fiber.interrupt(stopped)
        yield* atomically(insert("d"))
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, ["a", "b", "d"])
    })
  )

  it.live("reports no commit when a statement failed and the failure was caught", () =>
    Effect.gen(function* () {
      const { names, services } = yield* start
      yield* Effect.gen(function* () {
        const refused = SqlClient.SqlClient.use((sql) => Effect.exit(sql`SELECT 1 / 0 AS never`))
        const caught = yield* Effect.exit(atomically(Effect.andThen(insert("a"), refused)))
        assert.match(causeOf(caught), /COMMIT ended as ROLLBACK/)
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, [])
    })
  )

  for (const [code, conflict] of [
    ["40P01", "a deadlock"],
    ["40001", "a serialization failure"]
  ] as const) {
    it.live(`DOMAIN 5.1: runs the whole transaction again after ${conflict}`, () =>
      Effect.gen(function* () {
        const { names, services } = yield* start
        let attempts = 0
        const conflicting = Effect.suspend(() => {
          attempts += 1
          return attempts === 1
            ? Effect.orDie(SqlClient.SqlClient.use((sql) => sql.unsafe(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`)))
            : Effect.void
        })
        yield* atomically(Effect.andThen(insert("a"), conflicting)).pipe(Effect.provideContext(services))
        assert.deepStrictEqual([attempts, yield* names], [2, ["a"]])
      })
    )
  }

  it.live("runs the transaction again when a table changed under its prepared statements", () =>
    Effect.gen(function* () {
      const { database, names, services } = yield* startAt({ prepare: true })
      const read = SqlClient.SqlClient.use((sql) => Effect.orDie(sql`SELECT name FROM things ORDER BY name`))
      const longest = SqlClient.SqlClient.use((sql) =>
        Effect.orDie(sql`SELECT min(name)::name, name FROM things GROUP BY name`)
      )
      const write = (name: string) => atomically(Effect.all([insert(name), read, longest]))
      yield* Effect.gen(function* () {
        yield* write("a")
        yield* database.query("ALTER TABLE things ALTER COLUMN name TYPE varchar(40)")
        yield* write("b")
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, ["a", "b"])
    })
  )

  it.live("fails as on a lost connection, without another attempt, when the server begins none", () =>
    Effect.gen(function* () {
      const { line, names, services } = yield* startAt()
      const sql = "DO $$ BEGIN RAISE EXCEPTION 'cannot write during recovery' USING ERRCODE = '0A000'; END $$"
      yield* Effect.gen(function* () {
        yield* line.arm({ _tag: "refuse", sql }, 1)
        const refused = yield* Effect.exit(atomically(Effect.andThen(insert("a"), count)))
        assert.strictEqual(yield* line.disarm, "BEGIN READ WRITE")
        assert.match(causeOf(refused), /ConnectionError: The server began no transaction/)
        yield* atomically(Effect.andThen(insert("b"), count))
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, ["b"])
    })
  )

  it.live("replaces a connection whose ROLLBACK fails, and reports why the transaction failed", () =>
    Effect.gen(function* () {
      const { line, names, services } = yield* startAt()
      yield* Effect.gen(function* () {
        yield* atomically(insert("a"))
        for (const sql of ["SELECT 1 / 0", "SELECT pg_terminate_backend(pg_backend_pid())"]) {
          yield* line.arm({ _tag: "refuse", sql }, 4)
          const refused = yield* Effect.exit(atomically(Effect.all([insert("b"), count, new Refused()])))
          assert.strictEqual(yield* line.disarm, "ROLLBACK")
          assert.match(causeOf(refused), /Refused/)
          yield* atomically(Effect.andThen(count, Effect.void))
        }
        yield* atomically(insert("c"))
      }).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(yield* names, ["a", "c"])
    })
  )

  const keyData = Buffer.from("K\0\0\0\u000c", "latin1")
  const readOnly = Buffer.from("default_transaction_read_only\0on\0")
  const poolers: Readonly<Record<string, Tap>> = {
    "has sessions of its own": {
      outgoing: ignore,
      incoming: (bytes) => {
        const at = bytes.indexOf(keyData)
        if (at >= 0) bytes.writeInt32BE(1, at + keyData.length)
      }
    },
    "drops the settings of a session": {
      outgoing: (bytes) => {
        const at = bytes.indexOf(readOnly)
        if (at >= 0) bytes.write("of", at + readOnly.length - 3)
      },
      incoming: ignore
    }
  }
  for (const [pooler, tap] of Object.entries(poolers)) {
    it.live(`refuses a connection through a pooler that ${pooler}`, () =>
      Effect.gen(function* () {
        const { url } = yield* freshDatabase
        const connections = { url: Redacted.make(url), ...connection }
        const transactions = Transactions.layerPipelined({ ...connections, stream: tapped(new URL(url), tap) })
        const refused = yield* Effect.flip(Layer.build(transactions.pipe(Layer.provide(PgClient.layer(connections)))))
        assert.deepStrictEqual(refused, new PooledConnection())
      })
    )
  }
})
