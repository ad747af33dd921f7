import { assert, it } from "@effect/vitest"
import { DateTime, Deferred, Duration, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { loadDemo, reloadDemo } from "../../src/cli/loadDemo.ts"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { migrate } from "../../src/sql/migrations.ts"
import { emptyDataset } from "../support/datasets/emptyDataset.ts"
import { eventually } from "../support/eventually.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

postgres.describe("loading the demo data", () => {
  it.live.each([
    { doing: "loading", load: loadDemo },
    { doing: "reloading", load: Effect.as(reloadDemo, false) }
  ])("$doing waits for a process that loads it at the same time, however long that takes", ({ load }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* freshDatabase
        const options = { url: Redacted.make(url), pool: 6, statementTimeout: Duration.seconds(2) }
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate
          const { organizations } = demoDataset(yield* DateTime.now)
          const [inserted, finish] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const other = yield* Effect.forkChild(
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
                yield* insertDataset({ ...emptyDataset, organizations })
                yield* Deferred.succeed(inserted, undefined)
                yield* Deferred.await(finish)
              })
            )
          )
          yield* Deferred.await(inserted)
          const loading = yield* Effect.forkChild(load)
          const outlasts = sql<{ waiting: boolean }>`
              SELECT EXISTS (
                SELECT 1 FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                  AND clock_timestamp() - query_start > interval '3 seconds'
              ) AS waiting`
          yield* Effect.raceFirst(
            eventually(
              "a wait beyond the time limits of requests",
              Effect.map(outlasts, ([row]) => row?.waiting === true)
            ),
            Fiber.await(loading)
          )
          yield* Deferred.succeed(finish, undefined)
          yield* Fiber.join(other)
          assert.isFalse(yield* Fiber.join(loading))
        }).pipe(Effect.provide(DatabaseLayer.layerServer(options)))
      })
    )
  )
})
