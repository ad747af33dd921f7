import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { importBootstrap } from "../../src/domain/bootstrap/importBootstrap.ts"
import { readBootstrap } from "../../src/domain/bootstrap/readBootstrap.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { Organizations } from "../../src/domain/organizations/Organizations.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
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

postgres.describe("imports of a program on PostgreSQL", () => {
  it.live("A-108: an import that waits for a change of the program advances the version of that change", () =>
    Effect.gen(function* () {
      const database = yield* migratedDatabase
      const services = yield* servicesOn(database, { pool: 5, statementTimeout: Duration.seconds(10) })
      yield* Effect.gen(function* () {
        yield* load({})
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
})
