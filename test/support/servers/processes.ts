import { Context, Effect, Layer, Scope } from "effect"
import { resolve } from "node:path"
import { binaryArguments } from "./binary.ts"
import { type Child, runChild, startChild } from "./child.ts"
import { eventually } from "../eventually.ts"
import type { Database } from "./Database.ts"
import { demoDatabase } from "./freshDatabase.ts"
import { freePort } from "./freePort.ts"
import { type Call, httpCall, type NoReply, type Reply } from "../http/httpCall.ts"
import { anHour } from "../anHour.ts"

/** A process of the service, as seen by its administrator and its clients. */
export interface ServerProcess {
  readonly port: number
  /** Fails if the process does not respond. */
  readonly call: (call: Call) => Effect.Effect<Reply, NoReply>
  /** Whether `/readyz` answers 200. */
  readonly isReady: Effect.Effect<boolean>
  /** The output of all its runs. */
  readonly log: () => string
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Waits for the end of the current run: the exit code, or the signal that ended it. */
  readonly ended: Effect.Effect<number | NodeJS.Signals>
  /** Sends SIGKILL and waits for the end. */
  readonly kill: Effect.Effect<void>
  /** Starts a new run on the same port, once the previous one has ended. */
  readonly restart: Effect.Effect<void>
}

const root = resolve(import.meta.dirname, "../../..")

/** Limits that no test reaches by accident; the surfaces count per address and per key. */
const unlimited = Object.fromEntries(
  ["HUB_KEY", "HUB_TRANSITION", "PARTNER_KEY", "PARTNER_WRITES", "MEMBER", "ADDRESS"].map((name) => [
    `HUB_LIMIT_${name}`,
    "10000000"
  ])
)

/** Deadlines that no request of a test reaches only because its machine is slow. */
const unhurried = { HUB_REQUEST_TIMEOUT_MS: "60000", HUB_DATABASE_TIMEOUT_MS: "30000" }

/** Deadlines that end neither what a test holds nor a stop that waits for it. */
export const withoutDeadlines = {
  HUB_REQUEST_TIMEOUT_MS: String(anHour),
  HUB_DATABASE_TIMEOUT_MS: String(anHour),
  HUB_SHUTDOWN_TIMEOUT_MS: String(anHour)
}

/** Runs another command of the binary on the database; returns its output. */
export const runVerb = (database: Pick<Database, "url">, ...args: ReadonlyArray<string>) =>
  runChild(process.execPath, [...binaryArguments, ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"], DATABASE_URL: database.url }
  })

/**
 * Starts a process on the database and waits until it is ready. It has test controls and, by default, no limits and
 * long deadlines.
 */
export const startServer = Effect.fnUntraced(function* (
  database: Pick<Database, "url">,
  environment: Readonly<Record<string, string>> = {}
) {
  const scope = yield* Effect.scope
  const port = yield* freePort
  const runs: Array<Child> = []
  const log = () => runs.map((run) => run.log()).join("")

  const call = (one: Call) => httpCall(port, one)
  const isReady = call({ method: "GET", path: "/readyz" }).pipe(
    Effect.map(({ status }) => status === 200),
    Effect.orElseSucceed(() => false)
  )
  const launch = Effect.gen(function* () {
    const run = yield* startChild(process.execPath, [...binaryArguments, "serve", "--store", "postgres", "--demo"], {
      cwd: root,
      env: {
        PATH: process.env["PATH"],
        HOST: "127.0.0.1",
        PORT: String(port),
        DATABASE_URL: database.url,
        HUB_TEST_CONTROLS: "1",
        ...unlimited,
        ...unhurried,
        ...environment
      }
    })
    runs.push(run)
    yield* eventually(
      "the process is ready",
      Effect.flatMap(isReady, (ready) =>
        ready || run.isRunning() ? Effect.succeed(ready) : Effect.die(new Error(`The process ended:\n${run.log()}`))
      )
    )
  }).pipe(Scope.provide(scope))

  const current = Effect.suspend(() => {
    const run = runs.at(-1)
    return run === undefined ? Effect.die(new Error("Never started")) : Effect.succeed(run)
  })
  const ended = Effect.flatMap(current, (run) => run.ended)
  const signal = (which: NodeJS.Signals) => Effect.flatMap(current, (run) => run.signal(which))

  yield* launch
  const server: ServerProcess = {
    port,
    call,
    isReady,
    log,
    signal,
    ended,
    kill: Effect.andThen(signal("SIGKILL"), Effect.asVoid(ended)),
    restart: Effect.andThen(ended, launch)
  }
  return server
})

/** Two processes on one database. */
export class Pair extends Context.Service<
  Pair,
  { readonly database: Database; readonly one: ServerProcess; readonly other: ServerProcess }
>()("test/support/Pair") {}

/** Two processes on a database of their own on the server of `DATABASE_URL`. */
export const pair = (environment: Readonly<Record<string, string>> = {}) =>
  Layer.effect(
    Pair,
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const one = yield* startServer(database, environment)
      const other = yield* startServer(database, environment)
      return Pair.of({ database, one, other })
    })
  )

/** Whether the process takes no more connections. */
export const isRefused = (server: ServerProcess) =>
  server.call({ method: "GET", path: "/livez" }).pipe(
    Effect.as(false),
    Effect.catchTag("NoReply", ({ reason }) => Effect.succeed(reason.includes("ECONNREFUSED")))
  )
