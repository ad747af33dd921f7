import { Effect, Scope } from "effect"
import { chown, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type Child, runChild, startChild } from "./child.ts"
import { eventually } from "../eventually.ts"
import { databaseAt } from "./Database.ts"
import { freePort } from "./freePort.ts"
import { clusterBinaries } from "./servers.ts"

const findBinaries = Effect.sync(() => {
  const newest = clusterBinaries.toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true })).at(-1)
  if (newest === undefined) throw new Error("PostgreSQL is not installed under /usr/lib/postgresql")
  return dirname(newest)
})

/** The server refuses to run as root, so root runs it as the package's user. */
const findOwner = Effect.gen(function* () {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = yield* Effect.all([runChild("id", ["-u", "postgres"]), runChild("id", ["-g", "postgres"])])
  return { uid: Number(uid), gid: Number(gid) }
})

/**
 * A PostgreSQL server for one test, which can stop and start it. `stop` terminates sessions and shuts down; `crash`
 * skips even that, so that the next start goes through recovery.
 */
export const makeCluster = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const binaries = yield* findBinaries
  const owner = yield* findOwner
  const directory = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "hub-postgres-"))),
    (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
  )
  if (owner.uid !== undefined) yield* Effect.promise(() => chown(directory, owner.uid, owner.gid))
  const port = yield* freePort
  const options = { ...owner, cwd: directory, env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" } }
  const data = join(directory, "data")
  yield* runChild(
    join(binaries, "initdb"),
    ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync"],
    options
  )

  const settings = ["-p", String(port), "-k", directory, "-c", "listen_addresses=127.0.0.1"]
  const isUp = (server: Child) =>
    startChild(join(binaries, "pg_isready"), ["--host", "127.0.0.1", "--port", String(port), "--quiet"]).pipe(
      Effect.flatMap((probe) => probe.ended),
      Effect.scoped,
      Effect.flatMap((code) =>
        server.isRunning()
          ? Effect.succeed(code === 0)
          : Effect.die(new Error(`PostgreSQL did not start:\n${server.log()}`))
      )
    )
  const launch = Effect.gen(function* () {
    const server = yield* startChild(join(binaries, "postgres"), ["-D", data, ...settings], {
      ...options,
      last: "SIGQUIT"
    })
    yield* eventually("PostgreSQL accepts connections", isUp(server))
    return server
  }).pipe(Scope.provide(scope))

  let server = yield* launch
  const end = (signal: NodeJS.Signals) => Effect.suspend(() => Effect.andThen(server.signal(signal), server.ended))
  return {
    database: databaseAt(`postgres://postgres@127.0.0.1:${port}/postgres`),
    stop: Effect.asVoid(end("SIGINT")),
    crash: Effect.asVoid(end("SIGQUIT")),
    start: Effect.map(launch, (started) => {
      server = started
    })
  }
})
