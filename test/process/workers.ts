import { Effect, Predicate } from "effect"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"

type Line = Readonly<Record<string, unknown>>

/** The lines of JSON that a process and its workers have logged; fails on one that is not whole. */
export const logLines = (server: ServerProcess): ReadonlyArray<Line> =>
  server
    .log()
    .split("\n")
    .slice(0, -1)
    .filter((text) => text.includes('{"time"'))
    .map((text) => {
      const line: unknown = JSON.parse(text)
      return Predicate.isReadonlyObject(line) ? Object.fromEntries(Object.entries(line)) : {}
    })

/** The workers that were ever ready, in this order: number and process. */
export const workersOf = (server: ServerProcess) =>
  logLines(server)
    .filter(({ message }) => message === "A worker serves")
    .map(({ pid, worker }) => ({ worker: Number(worker), pid: Number(pid) }))

/** Waits until `count` workers have become ready since the start. */
export const areServing = (server: ServerProcess, count: number) =>
  eventually(
    `${count} workers have become ready`,
    Effect.sync(() => workersOf(server).length >= count)
  )

/** Two workers over a database, both ready, with the demo data and by default no limits. */
export const startWorkers = Effect.fnUntraced(function* (
  database: Pick<Database, "url">,
  environment: Readonly<Record<string, string>> = {}
) {
  const server = yield* startServer(database, { HUB_WORKERS: "2", HUB_TEST_CONTROLS: "0", ...environment })
  yield* areServing(server, 2)
  return server
})

/** Which worker logged each request, by request id. */
export const answeredBy = (server: ServerProcess): ReadonlyMap<string, number> =>
  new Map(
    logLines(server)
      .filter(({ message }) => message === "request")
      .map(({ requestId, worker }) => [String(requestId), Number(worker)])
  )

/** Whether the system still has the process. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
