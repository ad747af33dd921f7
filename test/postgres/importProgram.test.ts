import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { importBootstrap } from "../../src/domain/bootstrap/importBootstrap.ts"
import { readBootstrap } from "../../src/domain/bootstrap/readBootstrap.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { Organizations } from "../../src/domain/organizations/Organizations.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { eventually } from "../support/eventually.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const tiers = [{ level: 1, name: "Base", qualifyingPoints: 0 }]

/** Imports a program of the organization `grand`. */
const load = (program: object) =>
  Effect.flatMap(
    readBootstrap({ organization: { slug: "grand", name: "Grand" }, program: { name: "Club", tiers, ...program } }),
    importBootstrap
  )

/** A program of the organization in a database of its own. */
const start = Effect.fnUntraced(function* (program: object) {
  const database = yield* migratedDatabase
  const services = yield* servicesOn(database, { pool: 5, statementTimeout: Duration.seconds(10) })
  yield* Effect.provideContext(load(program), services)
  return { database, services }
})

postgres.describe("imports of a program on PostgreSQL", () => {
  it.live("A-108: an import that waits for a change of the program advances the version of that change", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start({})
      yield* Effect.gen(function* () {
        const programs = (yield* RowStore).of("programs")
        const { id: organizationId } = yield* Effect.flatMap(
          Organizations.use(({ findBySlug }) => findBySlug("grand")),
          Effect.fromOption
        )
        for (const [round, change] of [
          { description: "New" },
          { tiers: [{ level: 1, name: "First", qualifyingPoints: 0 }] }
        ].entries()) {
          const written = yield* Deferred.make<void>()
          const before = (yield* programs.list({ organizationId }, { by: ["id"] }))[0]?.version ?? 0
          const changing = programs
            .update({ organizationId }, { currencyName: `coins ${round}`, version: before + 1 })
            .pipe(
              Effect.andThen(Deferred.succeed(written, undefined)),
              Effect.andThen(Effect.repeat(isWaiting(database), { until: (waits) => waits })),
              atomically
            )
          const writer = yield* Effect.forkChild(changing)
          yield* Deferred.await(written)
          yield* load(change)
          yield* Fiber.join(writer)
          const [program] = yield* programs.list({ organizationId }, { by: ["id"] })
          assert.strictEqual(program?.version, before + 2)
        }
      }).pipe(Effect.provideContext(services))
    })
  )

  it.live("DOMAIN 8.3: an import that meets the activation of the program does not make it a draft again", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start({ status: "draft" })
      const held = yield* holdRows(database, "UPDATE programs SET status = 'active', version = version + 1", [])
      const file = load({ status: "draft", description: "New" })
      const importing = yield* Effect.forkChild(Effect.flip(Effect.provideContext(file, services)))
      yield* eventually("the import waits", isWaiting(database))
      yield* held.release
      assert.include((yield* Fiber.join(importing)).message, "the program is active, and cannot become draft")
      assert.strictEqual(yield* database.value("SELECT status FROM programs"), "active")
    })
  )

  it.live("DOMAIN 8.3: an import that meets a reordering of the tiers names them by their new levels", () =>
    Effect.gen(function* () {
      const level = (at: number, name: string) => ({ level: at, name, qualifyingPoints: 0 })
      const { database, services } = yield* start({ tiers: [level(1, "Base"), level(2, "Gold")] })
      const held = yield* holdRows(
        database,
        `WITH locked AS (SELECT FROM programs FOR NO KEY UPDATE)
        UPDATE tiers SET level = 3 - level WHERE (SELECT count(*) FROM locked) = 1`,
        []
      )
      const file = load({ tiers: [level(1, "Base"), level(2, "Platinum")] })
      const importing = yield* Effect.forkChild(Effect.provideContext(file, services))
      yield* eventually("the import waits", isWaiting(database))
      yield* held.release
      yield* Fiber.join(importing)
      assert.deepStrictEqual(yield* database.query("SELECT level, name FROM tiers ORDER BY level"), [
        [1, "Base"],
        [2, "Platinum"]
      ])
    })
  )
})
