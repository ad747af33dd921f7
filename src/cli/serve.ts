import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Configuration from "../layers/Configuration.ts"

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
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("When ready, print addresses and documents as one line of JSON"),
      Flag.withDefault(false)
    )
  },
  Effect.fn("serve")(function* (options) {
    const { runServer } = yield* Effect.promise(() => import("./runServer.ts"))
    const intent = { store: Option.getOrUndefined(options.store), demo: options.demo, serve: true }
    return yield* Effect.provide(runServer(options), Configuration.layer(intent))
  })
).pipe(
  Command.withDescription("Serve every surface at HOST and PORT until stopped; migrates the database first"),
  Command.withExamples([
    { command: "hub serve --demo", description: "Demo data on an embedded database, kept in ./.hub" },
    { command: "hub serve --store memory --demo", description: "The whole service in memory, for tests" },
    { command: "DATABASE_URL=postgres://hub@localhost/hub hub serve", description: "On PostgreSQL" }
  ])
)
