import { assert, it } from "@effect/vitest"
import { Context, DateTime, Deferred, Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { Arrivals } from "../../src/domain/arrivals/Arrivals.ts"
import { refreshArrivals } from "../../src/domain/arrivals/refreshArrivals.ts"
import { IdempotencyKeys, type IdempotencyRecord } from "../../src/domain/idempotency/IdempotencyKeys.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { atTime } from "../support/atTime.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"
import { makeThings } from "../support/things.ts"

/** The services of one process over the database, and calls of endpoints that write to `things`. */
const process = Effect.fnUntraced(function* (url: string) {
  const services = yield* servicesOn({ url }, { pool: 10, statementTimeout: Duration.seconds(20) })
  const sql = Context.get(services, SqlClient.SqlClient)
  const call = yield* makeThings(services, {
    make: Effect.orDie(Effect.as(sql`INSERT INTO things DEFAULT VALUES`, 1))
  })
  return { services, call }
})

const startAt = Effect.fnUntraced(function* (now: DateTime.Utc) {
  const database = yield* migratedDatabase
  const one = yield* process(database.url)
  const dataset = demoDataset(now)
  yield* Effect.gen(function* () {
    yield* insertDataset(dataset)
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE things (id integer GENERATED ALWAYS AS IDENTITY)`
  }).pipe(Effect.provideContext(one.services), Effect.orDie)
  const other = yield* process(database.url)
  return { dataset, one, other, things: database.value("SELECT count(*)::int FROM things") }
})

const start = Effect.flatMap(DateTime.now, startAt)

const times = <A>(count: number, make: (n: number) => A) => Array.from({ length: count }, (_, n) => make(n))
const atOnce = { concurrency: "unbounded" } as const

const claim = (ownerToken: string, at: DateTime.Utc): IdempotencyRecord => ({
  namespace: "partner",
  tenant: "1",
  key: "claimed",
  fingerprint: "f",
  ownerToken,
  leaseUntil: DateTime.add(at, { minutes: 3 }),
  status: null,
  headers: null,
  body: null,
  sealedFor: null,
  venueIds: null,
  createdAt: at,
  expiresAt: DateTime.add(at, { hours: 72 })
})

postgres.describe("partner writes on a PostgreSQL server that processes share", () => {
  it.live("PAR-122, PAR-127: one of ten requests with one key is executed, whichever processes they reach", () =>
    Effect.gen(function* () {
      const { one, other, things } = yield* start
      for (const round of [1, 2, 3]) {
        const write = { as: partnerKeys.PA, key: `round ${round}`, what: "v1" }
        const answers = yield* Effect.all(
          times(10, (n) => (n % 2 === 0 ? one : other).call(write)),
          atOnce
        )
        assert.strictEqual(yield* things, round)
        const replayed = (header: string | null) =>
          answers.filter((answer) => answer.status === 201 && answer.headers.get("x-idempotent-replay") === header)
        const [first] = replayed(null)
        assert.strictEqual(replayed(null).length, 1)
        for (const answer of replayed("true")) assert.strictEqual(answer.text, first?.text)
        for (const answer of answers.filter(({ status }) => status !== 201)) {
          assert.deepStrictEqual([answer.status, answer.at("code")], [409, "idempotency_in_flight"])
        }
        assert.strictEqual((yield* other.call(write)).text, first?.text)
      }
    })
  )

  it.live("PAR-125, PAR-127: a write that fails leaves nothing and frees its key; its 409 is kept and replayed", () =>
    Effect.gen(function* () {
      const { one, other, things } = yield* start
      const write = { as: partnerKeys.PA, key: "failing" }
      assert.strictEqual((yield* one.call({ ...write, what: "broken" })).status, 500)
      assert.strictEqual((yield* other.call({ ...write, what: "missing" })).status, 404)
      assert.strictEqual(yield* things, 0)
      const closed = yield* other.call({ ...write, what: "closed" })
      assert.strictEqual(closed.status, 409)
      assert.strictEqual(yield* things, 0)
      assert.strictEqual((yield* one.call({ ...write, what: "closed" })).text, closed.text)
    })
  )

  it.live("PAR-122: a second request does not wait for the transaction that is completing the first", () =>
    Effect.gen(function* () {
      const { one, other } = yield* start
      const now = yield* DateTime.now
      const completing = yield* Deferred.make<void>()
      const mayCommit = yield* Deferred.make<void>()
      const first = yield* Effect.gen(function* () {
        const keys = yield* IdempotencyKeys
        yield* keys.lease(claim("first", now))
        yield* atomically(
          Effect.gen(function* () {
            yield* keys.updateLeasedResponse({
              namespace: "partner",
              tenant: "1",
              key: "claimed",
              ownerToken: "first",
              status: 200,
              headers: null,
              body: "{}",
              sealedFor: null,
              venueIds: null
            })
            yield* Deferred.succeed(completing, undefined)
            yield* Deferred.await(mayCommit)
          })
        )
      }).pipe(Effect.provideContext(one.services), Effect.forkChild)
      yield* Deferred.await(completing)
      const { lease } = yield* IdempotencyKeys.pipe(Effect.provideContext(other.services))
      const held = yield* lease(claim("second", now))
      assert.deepStrictEqual([held.ownerToken, held.status], ["first", null])
      yield* Deferred.succeed(mayCommit, undefined)
      yield* Fiber.join(first)
      assert.strictEqual((yield* lease(claim("second", now))).status, 200)
    })
  )

  it.live("PAR-034: of 20 concurrent acknowledgements one is kept, and all answer with it", () =>
    Effect.gen(function* () {
      const { one, other } = yield* start
      const now = yield* DateTime.now
      const acknowledge = (n: number) =>
        Arrivals.use((arrivals) =>
          arrivals.updateAcknowledgement({
            reach: { organizationIds: [organizationIds.A], venueIds: "all" },
            taskId: arrivalXid("open"),
            now: DateTime.add(now, { seconds: n }),
            by: { kind: "key", id: `key ${n}`, name: `Key ${n}` }
          })
        ).pipe(atomically, Effect.provideContext((n % 2 === 0 ? one : other).services))
      const answers = yield* Effect.all(times(20, acknowledge), atOnce)
      const distinct = new Set(
        answers.map(({ arrival }) => JSON.stringify([arrival.acknowledgedAt, arrival.acknowledgedBy]))
      )
      assert.strictEqual(distinct.size, 1)
      assert.lengthOf(
        answers.filter(({ hasChanged }) => hasChanged),
        1
      )
    })
  )

  it.live("PAR-032: processes that refresh concurrently share the work and do none of it twice", () =>
    Effect.gen(function* () {
      // At noon UTC no venue has an earlier date, so that a day later every task is due and none is long past.
      const noon = DateTime.makeUnsafe("2026-06-15T12:00:00.000Z")
      const { dataset, one, other } = yield* startAt(noon)
      const later = DateTime.add(noon, { hours: 24 })
      const refresh = (n: number) =>
        atTime(later)(refreshArrivals(5)).pipe(Effect.provideContext((n % 2 === 0 ? one : other).services))
      const counts = yield* Effect.all(times(8, refresh), atOnce)
      const all = [...counts, yield* refresh(0)].reduce((sum, count) => sum + count, 0)
      assert.strictEqual(all, dataset.arrivalTasks.length)
      assert.strictEqual(yield* refresh(1), 0)
    })
  )
})
