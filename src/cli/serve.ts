import cluster from "node:cluster"
import { Effect, Layer, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import * as Configuration from "../layers/Configuration.ts"
import type { Intent } from "../layers/configuration/Intent.ts"
import { workers } from "../layers/configuration/workers.ts"
import { freePort } from "./freePort.ts"

/**
 * Announces that the service is loading, which takes a moment, once the command is known to be valid, so that a refusal
 * is printed alone. In production only the log is written, and programs read the JSON.
 */
const announceLoading = Effect.fnUntraced(function* (json: boolean) {
  const { environment } = yield* Configuration.Configuration
  if (environment === "development" && !json) process.stderr.write("Loading the service ...\n")
})

/** As one process, as the primary of several, or as one of its workers. */
const run = Effect.fnUntraced(function* (options: { readonly demo: boolean; readonly json: boolean }) {
  if (cluster.isWorker) {
    const { runWorker } = yield* Effect.promise(() => import("./server/workers/runWorker.ts"))
    return yield* runWorker(options)
  }
  yield* announceLoading(options.json)
  if ((yield* Configuration.Configuration).workers > 1) {
    const { runPrimary } = yield* Effect.promise(() => import("./server/workers/runPrimary.ts"))
    return yield* runPrimary
  }
  const { runServer } = yield* Effect.promise(() => import("./server/runServer.ts"))
  return yield* runServer(options)
})

/**
 * The configuration, with a free port instead of port 0: the links of invites and the assistant's resource identifier
 * contain it. A worker takes port and warnings as the primary has resolved and logged them.
 */
const configurationOf = Effect.fnUntraced(function* (intent: Intent) {
  const configuration = yield* Configuration.readConfiguration(intent)
  if (cluster.isWorker) return configuration
  yield* Configuration.logWarnings(configuration)
  if (configuration.port > 0) return configuration
  return yield* Configuration.readConfiguration({ ...intent, port: yield* freePort(configuration.host) })
}, Layer.effect(Configuration.Configuration))

/** Serves every surface until stopped. The server is imported on demand, so that other verbs start fast. */
export const serve = Command.make(
  "serve",
  {
    store: Flag.Literals("store", ["embedded", "postgres", "memory"]).pipe(
      Flag.withDescription(
        "Where data is stored [default: postgres if DATABASE_URL is set, else embedded in HUB_DATA_DIR]"
      ),
      Flag.optional
    ),
    demo: Flag.Boolean("demo").pipe(
      Flag.withDescription("Load the demo data into an empty database; refused in production and sandbox"),
      Flag.withDefault(false)
    ),
    workers: Flag.String("workers").pipe(
      Flag.withMetavar("auto|N"),
      Flag.withDescription(
        "Processes that serve at PORT, auto for one on each core; PostgreSQL only. They share the connections of HUB_DATABASE_POOL, at least 4 for each [default: HUB_WORKERS, else 1]"
      ),
      Flag.filterMap(Schema.decodeUnknownOption(workers.schema), () => workers.expected),
      Flag.optional
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("When ready, print addresses and documents as one line of JSON"),
      Flag.withDefault(false)
    )
  },
  Effect.fn("serve")(function* (options) {
    const intent = {
      store: Option.getOrUndefined(options.store),
      workers: Option.getOrUndefined(options.workers),
      demo: options.demo,
      serve: true
    }
    return yield* Effect.provide(run(options), configurationOf(intent))
  })
).pipe(
  Command.withDescription("Serve every surface at HOST and PORT until stopped; migrates the database first"),
  Command.withExamples([
    { command: "hub serve --demo", description: "Demo data on an embedded database, kept in ./.hub" },
    { command: "hub serve --store memory --demo", description: "The whole service in memory, for tests" },
    { command: "DATABASE_URL=postgres://hub@localhost/hub hub serve", description: "On PostgreSQL" },
    { command: "hub serve --workers auto", description: "On PostgreSQL, with a process on each core" }
  ])
)
