import { assert, layer } from "@effect/vitest"
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { SqlMessageStorage, SqlRunnerStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { FinishedRuns } from "../../src/domain/jobs/FinishedRuns.ts"
import { type JobName, Jobs } from "../../src/domain/jobs/Jobs.ts"
import * as ClusterLayer from "../../src/layers/ClusterLayer.ts"
import * as ClusterStore from "../../src/layers/ClusterStore.ts"
import * as JobCronsLayer from "../../src/layers/jobs/JobCronsLayer.ts"
import * as SecureRandomLayer from "../../src/layers/SecureRandomLayer.ts"
import { eventually } from "../support/eventually.ts"
import { captureLogs } from "../support/logs.ts"
import * as Postgres from "../support/servers/Postgres.ts"

/** Columns and indexes of the tables with `prefix`, which is removed; times with and without zone count as equal. */
const shapeOf = Effect.fnUntraced(function* (prefix: string) {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql.unsafe(
    `SELECT table_name, column_name, replace(data_type, ' without time zone', ' with time zone'), is_nullable,
      column_default, character_maximum_length
    FROM information_schema.columns WHERE table_name ~ '^${prefix}_(runners|locks|messages|replies)$'
    ORDER BY table_name, column_name`
  ).values
  const indexes = yield* sql.unsafe(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename ~ '^${prefix}_(runners|locks|messages|replies)$' ORDER BY 1`
  ).values
  const text: string = JSON.stringify([columns, indexes], null, 1)
  return text.replaceAll(`${prefix}_`, "")
})

const parts = Layer.mergeAll(ClusterStore.layerSql("embedded"), SecureRandomLayer.layer)

/** Runs the jobs of a process on the embedded database, each due every second, until the scope ends. */
const start = Effect.fnUntraced(function* (run: (job: JobName) => Effect.Effect<Record<string, number>>) {
  const logs = captureLogs("Debug")
  const clock = yield* Clock.Clock
  yield* Layer.build(
    JobCronsLayer.layer({ lease: Duration.seconds(3), grace: Duration.seconds(1), cron: "* * * * * *", clock })
  ).pipe(Effect.provide(Layer.mergeAll(parts, Layer.succeed(Jobs, Jobs.of({ run })), logs.layer)))
  return (job: JobName) =>
    logs
      .lines()
      .filter(({ fields }) => fields["job"] === job)
      .map(({ fields }) => fields["due"])
})

const count = (where: string) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) => sql.unsafe(`SELECT count(*)::int FROM cluster_messages WHERE ${where}`).values),
    ([row]) => Number(row?.[0])
  )

layer(Postgres.layer, { excludeTestServices: true })("the cluster of jobs on an embedded database", (it) => {
  it.effect("DOMAIN 5.1: its tables are those that the cluster library would create", () =>
    Effect.gen(function* () {
      const theirs = { prefix: "theirs" }
      yield* Layer.build(
        Layer.merge(SqlMessageStorage.layerMigrations(theirs), SqlRunnerStorage.layerMigrations(theirs))
      )
      assert.strictEqual(yield* shapeOf("cluster"), yield* shapeOf("theirs"))
    })
  )

  it.effect("HUB-051: runs every job on the one connection that it shares with requests", () =>
    Effect.gen(function* () {
      const dueOf = yield* start(() => Effect.succeed({}))
      yield* eventually(
        "each job was run twice",
        Effect.as(
          SqlClient.SqlClient.use((sql) => sql`SELECT 1`),
          true
        ).pipe(
          Effect.map(() => (["finalise", "expire", "refresh", "sweep"] as const).every((job) => dueOf(job).length > 1))
        )
      )
      for (const job of ["finalise", "expire"] as const) {
        assert.strictEqual(new Set(dueOf(job)).size, dueOf(job).length)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("MEM-048, MEM-092: an interrupted run is repeated by the next process, with its original due time", () =>
    Effect.gen(function* () {
      let begun = 0
      const cut = start((job) =>
        job === "expire"
          ? Effect.andThen(
              Effect.sync(() => begun++),
              Effect.never
            )
          : Effect.succeed({})
      )
      yield* Effect.scoped(
        Effect.andThen(
          cut,
          eventually(
            "the run is under way",
            Effect.sync(() => begun > 0)
          )
        )
      )
      const [left] = yield* SqlClient.SqlClient.use(
        (sql) =>
          sql`SELECT entity_id FROM cluster_messages WHERE NOT processed AND entity_type = 'ClusterCron/expire' ORDER BY 1`
            .values
      )
      const dueOf = yield* start(() => Effect.succeed({}))
      yield* eventually(
        "it is run again",
        Effect.sync(() => dueOf("expire").includes(left?.[0]))
      )
      assert.strictEqual(dueOf("expire").filter((due) => due === left?.[0]).length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("a job can remove finished runs past their retention, 10,000 at a time", () =>
    Effect.gen(function* () {
      yield* SqlClient.SqlClient.use(
        (sql) => sql`
          INSERT INTO cluster_messages (id, shard_id, entity_type, entity_id, kind, processed, request_id)
          SELECT n, 'default:1', 'old', '', 0, true, n FROM generate_series(1, 10001) n`
      )
      const removed: Array<number> = []
      yield* start((job) =>
        job === "sweep"
          ? Effect.flatMap(FinishedRuns, ({ removeOld }) =>
              Effect.map(removeOld, (count) => {
                removed.push(count)
                return {}
              })
            )
          : Effect.succeed({})
      )
      yield* eventually(
        "they are removed",
        Effect.sync(() => removed.length > 2)
      )
      assert.deepStrictEqual(removed.slice(0, 3), [10_000, 1, 0])
    }).pipe(Effect.scoped)
  )

  it.effect("HUB-051: removes runs finished before a time, and no due run", () =>
    Effect.gen(function* () {
      assert.isAbove(yield* count("processed"), 0)
      const waiting = yield* count("NOT processed")
      const store = yield* ClusterStore.ClusterStore
      const now = yield* DateTime.now
      assert.strictEqual(yield* ClusterLayer.removeRunsBefore(store, DateTime.subtract(now, { days: 1 })), 0)
      const over = yield* count("processed")
      assert.strictEqual(yield* ClusterLayer.removeRunsBefore(store, DateTime.add(now, { days: 1 })), over)
      assert.deepStrictEqual([yield* count("processed"), yield* count("NOT processed")], [0, waiting])
      const replies = yield* SqlClient.SqlClient.use((sql) => sql`SELECT 1 FROM cluster_replies`)
      assert.strictEqual(replies.length, 0)
    }).pipe(Effect.provide(parts))
  )
})
