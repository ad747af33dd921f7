import { assert, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { PageChanges } from "../../src/domain/pages/PageChanges.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as PageChangesLayer from "../../src/layers/PageChangesLayer.ts"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

/** The services of one process, with the smallest pool allowed. */
const process = ({ url }: Database) =>
  Layer.build(
    Layer.fresh(
      Layer.merge(PageChangesLayer.layerShared, AtomicLayer.layerSql).pipe(
        Layer.provideMerge(
          DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 2, statementTimeout: Duration.seconds(5) })
        )
      )
    )
  ).pipe(Effect.orDie)

type Process = Effect.Success<ReturnType<typeof process>>

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const here = yield* process(database)
  return { database, here, elsewhere: yield* process(database) }
})

const listening = ({ value }: Database, count: number) =>
  eventually(
    `${count} processes listen`,
    Effect.map(
      value("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'LISTEN%'"),
      (found) => Number(found) === count
    )
  )

/** Whether a process treats what it read at `moment` as stale. */
const isStale = (at: Process, moment: number, name: "A" | "B" = "A") =>
  Effect.sync(() => Context.get(at, PageChanges).staleBefore(organizationIds[name]) > moment)

const publish = (at: Process) =>
  PageChanges.use((changes) => changes.publish({ organizationId: organizationIds.A })).pipe(Effect.provideContext(at))

const quietly = Effect.provide(Logger.layer([]))

postgres.describe("changed pages of several processes", () => {
  it.live("A-140: other processes learn of a change at its commit, and not if it is rolled back", () =>
    Effect.gen(function* () {
      const { database, elsewhere, here } = yield* start
      yield* listening(database, 2)
      const before = performance.now()
      assert.isFalse(yield* isStale(elsewhere, before))
      yield* atomically(Effect.andThen(publish(here), Effect.fail("no"))).pipe(Effect.provideContext(here), Effect.flip)
      yield* atomically(
        Effect.gen(function* () {
          yield* publish(here)
          assert.isTrue(
            yield* isStale(here, performance.now()),
            "until the commit, the process treats everything as stale"
          )
          assert.isFalse(yield* isStale(elsewhere, before))
        })
      ).pipe(Effect.provideContext(here))
      yield* eventually("the other process knows", isStale(elsewhere, before), 10)
      assert.isFalse(yield* isStale(elsewhere, before, "B"))
    }).pipe(Effect.scoped, quietly)
  )

  it.live("A-140: a process that was disconnected treats everything cached as stale, and listens again", () =>
    Effect.gen(function* () {
      const { database, elsewhere, here } = yield* start
      yield* listening(database, 2)
      const before = performance.now()
      yield* database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'LISTEN%'`
      )
      yield* eventually("everything is stale", isStale(elsewhere, before, "B"), 10)
      yield* listening(database, 2)
      const then = performance.now()
      yield* eventually(
        "it has settled",
        Effect.map(isStale(elsewhere, then, "B"), (stale) => !stale),
        10
      )
      yield* publish(here)
      yield* eventually("the next change is heard", isStale(elsewhere, then), 10)
      assert.isFalse(yield* isStale(elsewhere, then, "B"), "of organization A only")
    }).pipe(Effect.scoped, quietly)
  )
})
