import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeCluster } from "../support/servers/cluster.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { makeLine } from "../support/servers/line.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { ownPostgres, postgres } from "../support/servers/servers.ts"
import { expiriesOf, holdWallet, insertDueLots, repeated, runsOf } from "./jobs.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { anHour } from "../support/anHour.ts"

const everySecond = { HUB_JOBS_CRON: "* * * * * *", HUB_JOBS_LEASE_SECONDS: "6", HUB_LOG_LEVEL: "Debug" }
/** No process is taken for dead, however slow the machine. */
const calm = { ...everySecond, HUB_JOBS_LEASE_SECONDS: "120" }
/** Keeps the deadlines of the service from ending what a test holds. */
const patient = { ...everySecond, HUB_DATABASE_TIMEOUT_MS: String(anHour) }

const jobs = ["expire", "finalise", "refresh", "sweep"] as const

/** Waits until the processes have completed every job at least once more. */
const goesOn = (servers: ReadonlyArray<ServerProcess>) => {
  const before = servers.flatMap(runsOf).length
  return eventually(
    "jobs are run",
    Effect.sync(() => {
      const since = servers.flatMap(runsOf).slice(before)
      return since.length > 3 * jobs.length && jobs.every((job) => since.some((run) => run.job === job))
    })
  )
}

const ranSomething = (server: ServerProcess) =>
  eventually(
    "the process runs jobs",
    Effect.sync(() => runsOf(server).length > 0)
  )

// Concurrent, as each test has processes and a database of its own, and mostly waits for them.
postgres.describe("jobs of several processes", { concurrent: true }, () => {
  it.live("HUB-051, MEM-048, MEM-092: each due time is run by one of them, even when others join and leave", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const one = yield* startServer(database, calm)
      yield* ranSomething(one)
      const other = yield* startServer(database, calm)
      const third = yield* startServer(database, calm)
      const all = [one, other, third]
      yield* Effect.forEach(all, ranSomething)
      yield* goesOn(all)
      yield* one.signal("SIGTERM")
      assert.strictEqual(yield* one.ended, 0, one.log())
      yield* goesOn([other, third])
      yield* one.restart
      yield* goesOn(all)
      assert.deepStrictEqual(repeated(all), [])
    })
  )

  it.live("HUB-051, MEM-048, MEM-092: runs due on a killed process are run by another one", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const one = yield* startServer(database, everySecond)
      const other = yield* startServer(database, everySecond)
      yield* Effect.forEach([one, other], ranSomething)
      yield* one.kill
      yield* goesOn([other])
      yield* one.restart
      yield* goesOn([one])
      yield* other.kill
      yield* goesOn([one])
    })
  )

  it.live(
    "MEM-092, DOMAIN 4.1: a job whose process dies is continued by another process and charges nothing twice",
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const one = yield* startServer(database, { ...patient, HUB_JOBS: "0" })
        const members = yield* insertDueLots(database, 9)
        assert.strictEqual(members.length, 9)
        const wallet = yield* holdWallet(database, members[4] ?? 0)
        yield* one.signal("SIGTERM")
        yield* one.ended
        const dying = yield* startServer(database, patient)
        yield* eventually("the job waits for the wallet in the middle", isWaiting(database))
        const untouched = [0, 100]
        const expired = [1, 0]
        assert.deepStrictEqual(
          yield* expiriesOf(database, members),
          members.map((_, index) => (index < 4 ? expired : untouched))
        )

        const next = yield* startServer(database, patient)
        yield* dying.kill
        yield* wallet.release
        yield* eventually(
          "the rest is done",
          Effect.map(expiriesOf(database, members), (all) => all.every(([entries]) => entries === 1))
        )
        yield* goesOn([next])
        assert.deepStrictEqual(
          yield* expiriesOf(database, members),
          members.map(() => expired)
        )
        // Each is reported at most once: a run that loses its lease, as on a busy host, ends without a report.
        const lots = runsOf(next).reduce((sum, { line }) => sum + Number(line["lots"] ?? 0), 0)
        assert.isAtMost(lots, 5)
      })
  )

  it.live("GEN-012: a stopping process does not wait for a job that does not end, and runs it after a restart", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const stopping = yield* startServer(database, { ...patient, HUB_SHUTDOWN_TIMEOUT_MS: "2000" })
      const members = yield* insertDueLots(database, 1)
      const wallet = yield* holdWallet(database, members[0] ?? 0)
      yield* eventually("the job waits for the wallet", isWaiting(database))
      yield* stopping.signal("SIGTERM")
      assert.strictEqual(yield* stopping.ended, 0, stopping.log())
      assert.deepStrictEqual(yield* expiriesOf(database, members), [[0, 100]])
      yield* wallet.release
      yield* stopping.restart
      yield* eventually(
        "the job is done",
        Effect.map(expiriesOf(database, members), ([first]) => first?.[0] === 1)
      )
    })
  )

  it.live("GEN-012: a process stops although PostgreSQL no longer answers", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const line = yield* makeLine(database.url)
      const server = yield* startServer(line, { ...everySecond, HUB_SHUTDOWN_TIMEOUT_MS: "2000" })
      yield* ranSomething(server)
      yield* line.hold
      yield* server.signal("SIGTERM")
      assert.strictEqual(yield* server.ended, 0, server.log())
      yield* line.release
    })
  )

  it.live("HUB-051: a process with HUB_JOBS=0 runs no job and has no connection for jobs", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const idle = yield* startServer(database, { ...everySecond, HUB_JOBS: "0" })
      const jobConnections = Effect.map(
        database.value(
          "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hub-jobs'"
        ),
        Number
      )
      assert.strictEqual(yield* jobConnections, 0)
      const working = yield* startServer(database, everySecond)
      yield* goesOn([working])
      assert.deepStrictEqual(runsOf(idle), [])
      assert.isAtLeast(yield* jobConnections, 1)
      assert.strictEqual(yield* database.value("SELECT count(*)::int FROM cluster_runners"), 1)
    })
  )
})

postgres.describe("jobs of one process", () => {
  it.live("GEN-014: a reset during a run leaves the jobs running", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const server = yield* startServer(database, calm)
      yield* ranSomething(server)
      const reset = yield* server.call({ method: "POST", path: "/__test/reset" })
      assert.strictEqual(reset.status, 200, reset.text)
      yield* goesOn([server])
      assert.deepStrictEqual(repeated([server]), [])
    })
  )
})

ownPostgres.describe("jobs while PostgreSQL is away", () => {
  it.live("GEN-012: wait for it and resume by themselves, with few lines in the log", () =>
    Effect.gen(function* () {
      const cluster = yield* makeCluster
      const servers = [
        yield* startServer(cluster.database, everySecond),
        yield* startServer(cluster.database, everySecond)
      ]
      yield* goesOn(servers)
      for (const end of [cluster.stop, cluster.crash]) {
        const before = servers.map((server) => server.log().length)
        yield* end
        yield* Effect.sleep("10 seconds")
        for (const server of servers) assert.isFalse(yield* server.isReady)
        yield* cluster.start
        yield* goesOn(servers)
        for (const [index, server] of servers.entries()) {
          const lines = server.log().slice(before[index]).split("\n")
          const ofStorage = lines.filter((line) => line.includes("Shard") || line.includes("storage"))
          assert.isBelow(ofStorage.length, 100, ofStorage.map((line) => line.slice(0, 200)).join("\n"))
          // The number of waiting runs depends on time; the number of reports of each does not.
          const ofRuns = lines.flatMap((line) => /"name":"\w+","dateTime":"[^"]+"/.exec(line) ?? [])
          const reports = Object.values(Object.groupBy(ofRuns, (run) => run)).map((all) => all?.length ?? 0)
          assert.isBelow(Math.max(0, ...reports), 30, ofRuns.join("\n"))
        }
      }
    })
  )
})
