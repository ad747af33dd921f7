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
          DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 2, statementTimeout: Duration.seconds(20) })
        )
      )
    )
  ).pipe(Effect.orDie)

type Process = Effect.Success<ReturnType<typeof process>>

/** Whether a process treats what it read at `moment` as stale. */
const isStale = (at: Process, moment: number, name: "A" | "B" = "A") =>
  Effect.sync(() => Context.get(at, PageChanges).staleBefore(organizationIds[name]) > moment)

/** Whether a process has begun to listen since `moment`: what it has read before is stale, of every organization. */
const hasListened = (at: Process, moment: number) =>
  Effect.zipWith(isStale(at, moment, "A"), isStale(at, moment, "B"), (ofA, ofB) => ofA && ofB)

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const here = yield* process(database)
  const elsewhere = yield* process(database)
  for (const one of [here, elsewhere]) yield* eventually("it listens", hasListened(one, Number.NEGATIVE_INFINITY))
  return { database, here, elsewhere }
})

const publish = (at: Process) =>
  PageChanges.use((changes) => changes.publish({ organizationId: organizationIds.A })).pipe(Effect.provideContext(at))

const quietly = Effect.provide(Logger.layer([]))

postgres.describe("changed pages of several processes", () => {
  it.live("A-140: other processes learn of a change at its commit, and not if it is rolled back", () =>
    Effect.gen(function* () {
      const { elsewhere, here } = yield* start
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
      yield* eventually("the other process knows", isStale(elsewhere, before))
      assert.isFalse(yield* isStale(elsewhere, before, "B"))
    }).pipe(Effect.scoped, quietly)
  )

  it.live("A-140: a process that was disconnected treats everything cached as stale, and listens again", () =>
    Effect.gen(function* () {
      const { database, elsewhere, here } = yield* start
      const before = performance.now()
      yield* database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'LISTEN%'`
      )
      yield* eventually("everything is stale", isStale(elsewhere, before, "B"))
      const ended = performance.now()
      yield* eventually("it listens again", hasListened(elsewhere, ended))
      const then = performance.now()
      yield* eventually(
        "it has settled",
        Effect.map(isStale(elsewhere, then, "B"), (stale) => !stale)
      )
      yield* publish(here)
      yield* eventually("the next change is heard", isStale(elsewhere, then))
      assert.isFalse(yield* isStale(elsewhere, then, "B"), "of organization A only")
    }).pipe(Effect.scoped, quietly)
  )
})
