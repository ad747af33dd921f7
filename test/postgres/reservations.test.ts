import { assert, it } from "@effect/vitest"
import { Context, DateTime, Duration, Effect, Fiber, Queue } from "effect"
import { Statement } from "effect/sql"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere, type Reach } from "../../src/domain/access/Reach.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { ReservationViews, type ReservationViewsQuery } from "../../src/domain/reservations/ReservationViews.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import type { Database } from "../support/servers/Database.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { queryOf } from "../support/reservationViews.ts"
import { pageOf, restOf } from "../support/reservationWalks.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"
import { member, staysDataset } from "../support/datasets/staysDataset.ts"
import { workOf } from "../support/servers/workOf.ts"

const { V1, V2, V3 } = venues
const ofAll: Reach = { organizationIds: [organizationIds.A], venueIds: "all" }
const at = (...venueIds: ReadonlyArray<typeof V1.id>): Reach => ({ organizationIds: [organizationIds.A], venueIds })

const begin = Effect.gen(function* () {
  const database = yield* migratedDatabase
  const services = yield* servicesOn(database, { pool: 5, statementTimeout: Duration.minutes(2) })
  yield* Effect.gen(function* () {
    yield* insertDataset(staysDataset({ reservations: [], members: member(1) }))
  }).pipe(Effect.provideContext(services), Effect.orDie)
  return { database, services }
})

const columns =
  "organization_id, property_id, member_id, external_id, status, check_in, guest_count, created_at, updated_at"

const venueOf = (n: string) => `CASE ${n} % 6 WHEN 0 THEN ${V2.id} WHEN 1 THEN ${V3.id} ELSE ${V1.id} END`

const dayOf = (n: string) =>
  `CASE WHEN ${n} % 100 <> 3 THEN date '2016-01-01' + (${n}::bigint * 7919 % 3650)::integer END`

/** Reservations over ten years, two of three at V1; one in a hundred has no date. `rare` ones are of member 1. */
const fill = (database: Database, from: number, to: number, rare: boolean) =>
  database
    .query(
      `INSERT INTO reservations (${columns})
       SELECT ${organizationIds.A}, ${venueOf("n")}, ${rare ? 1 : "NULL"}, 'PMS-' || n,
         ${rare ? "'inquiry'" : "CASE n % 3 WHEN 0 THEN 'confirmed' WHEN 1 THEN 'pending' ELSE 'other' END"},
         ${dayOf("n")}, 1, '2020-01-01', ${rare ? "'2026-01-01'" : "'2020-01-01'"}
       FROM generate_series($1::integer, $2::integer) n`,
      [from, to]
    )
    .pipe(Effect.andThen(database.query("VACUUM ANALYZE reservations")))

const after = { checkIn: "2021-01-01", externalId: ReservationXid.make("PMS-5"), id: ReservationId.make(1) }

const listings: Readonly<Record<string, readonly [Partial<ReservationViewsQuery>, string]>> = {
  everything: [{}, "reservations_listed"],
  status: [{ statuses: ["inquiry"] }, "reservations_listed"],
  dates: [{ checkInFrom: "2020-01-01", checkInTo: "2022-12-31" }, "reservations_listed"],
  venue: [{ reach: at(V2.id) }, "reservations_listed_by_venue"],
  "venues and status": [{ reach: at(V1.id, V2.id), statuses: ["inquiry"] }, "reservations_listed_by_venue"],
  member: [{ memberXid: "1".padStart(26, "0") }, "reservations_of_member"],
  changes: [{ updatedSince: DateTime.makeUnsafe("2025-01-01") }, "reservations_by_update"],
  "global staff": [{ reach: everywhere }, "reservations_listed"]
}

const times = <A>(count: number, make: (n: number) => A) => Array.from({ length: count }, (_, n) => make(n))

/** Number of rows that keep their places while others are written. */
const standing = 600

/** A round of a writer: inserts rows, moves and removes its rows, and leaves every fifth of them alone. */
const writes = (writer: number) => {
  const own = `'W${String(writer).padStart(2, "0")}-'`
  const moving = `organization_id = ${organizationIds.A} AND external_id NOT LIKE '%-5'`
  return [
    `INSERT INTO reservations (${columns})
     SELECT ${organizationIds.A}, ${venueOf("n")}, NULL, ${own} || $1::integer || '-' || n, 'confirmed', ${dayOf("(31 * $1::integer + n)")}, 1,
       '2020-01-01', '2020-01-01'
     FROM generate_series(1, 5) n`,
    `UPDATE reservations SET check_in = CASE WHEN id % 7 = $1::integer % 7 THEN NULL
       ELSE date '2016-01-01' + ((id::bigint * 31 + $1::integer * 577) % 3650)::integer END
     WHERE ${moving} AND external_id LIKE ${own} || '%'`,
    `DELETE FROM reservations WHERE ${moving} AND external_id LIKE ${own} || ($1::integer - 3) || '-%'`
  ]
}

postgres.describe("reservations on PostgreSQL", () => {
  it.live(
    "PAR-050, PAR-053: the reads of a page do not grow with other reservations, on deep pages as on the first",
    () =>
      Effect.gen(function* () {
        const { database, services } = yield* begin
        const statements: Array<readonly [string, ReadonlyArray<unknown>]> = []
        const recorder = Effect.provideService(Statement.CurrentTransformer, (statement) =>
          Effect.sync(() => {
            statements.push(statement.compile())
            return statement
          })
        )
        const reading = Effect.fnUntraced(function* (change: Partial<ReservationViewsQuery>) {
          const rows = yield* Context.get(services, ReservationViews)
            .list(queryOf({ limit: 26, ...change }))
            .pipe(recorder)
          const [text = "", parameters = []] = statements.at(-1) ?? []
          return { rows: rows.length, work: yield* workOf(database, { text, parameters }) }
        })
        const pages = Object.entries(listings).flatMap(([name, [query, index]]) => [
          { name, query, index },
          { name: `${name}, deep`, query: { ...query, after }, index }
        ])
        yield* fill(database, 1, 100, true)
        yield* fill(database, 101, 1000, false)
        const few = yield* Effect.forEach(pages, ({ query }) => reading(query))
        yield* fill(database, 1001, 100_000, false)
        for (const [position, { index, name, query }] of pages.entries()) {
          const { rows, work } = yield* reading(query)
          assert.isAbove(rows, 8, name)
          assert.isTrue(
            [...work.indexes].some((each) => each.startsWith(index)),
            `${name}: ${[...work.indexes].join(" ")}`
          )
          assert.isFalse(work.scanned.has("reservations"), name)
          const before = few[position]?.work.blocks ?? 0
          // An index of many rows is some levels higher.
          assert.isAtMost(work.blocks, 1.5 * before + 60, `${name}: ${before} blocks, then ${work.blocks}`)
        }
      })
  )

  it.live(
    "PAR-059: while 20 writers insert, move and remove rows, no row is repeated and no unchanged row is missed",
    () =>
      Effect.gen(function* () {
        const { database, services } = yield* begin
        yield* fill(database, 1, standing, false)
        const written = yield* Queue.unbounded<string>()
        const write = Effect.fnUntraced(function* (writer: number) {
          for (let round = 0; ; round += 1) {
            for (const statement of writes(writer)) yield* database.query(statement, [round])
            yield* Queue.offer(written, `${writer} ${round}`)
          }
        })
        const writers = yield* Effect.forEach(
          times(20, (n) => n),
          (n) => Effect.forkChild(write(n))
        )
        const seen: Array<string> = []
        // Every page waits for rounds of the writers, so that they take turns with the walk at any speed.
        const between = Effect.map(Queue.takeN(written, 2), (rounds) => void seen.push(...rounds))
        for (const reach of [ofAll, at(V1.id, V3.id), ofAll]) {
          const still = yield* database.query(
            `SELECT external_id FROM reservations
             WHERE organization_id = $1::integer AND external_id LIKE 'PMS-%' AND property_id = ANY($2::integer[])
             ORDER BY check_in NULLS LAST, external_id`,
            [organizationIds.A, reach.venueIds === "all" ? [V1.id, V2.id, V3.id] : reach.venueIds]
          )
          const walk = Effect.gen(function* () {
            const first = yield* pageOf(reach, { limit: 25 })
            const rest = yield* restOf((cursor) => pageOf(reach, { limit: 25, cursor }), first.nextCursor, between)
            return [...first.ids, ...rest]
          })
          const walked = yield* Effect.provideContext(walk, services)
          const stood = walked.filter((id) => id.startsWith("PMS-"))
          assert.deepStrictEqual(
            stood,
            still.map(([id]) => String(id))
          )
          const inserted = walked.filter((id) => id.startsWith("W") && id.endsWith("-5"))
          assert.strictEqual(new Set(inserted).size, inserted.length)
          assert.isNotEmpty(inserted)
        }
        yield* Fiber.interruptAll(writers)
        assert.isAbove(new Set(seen.map((round) => round.split(" ")[0])).size, 10)
      })
  )
})
