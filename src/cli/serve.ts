import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Configuration from "../layers/Configuration.ts"

/** Serves every surface until it is told to stop. What serving alone needs is loaded when it serves. */
export const serve = Command.make(
  "serve",
  {
    store: Flag.Literals("store", ["embedded", "postgres", "memory"]).pipe(
      Flag.withDescription(
        "Where rows are kept [default: postgres if DATABASE_URL is set, else embedded in HUB_DATA_DIR]"
      ),
      Flag.optional
    ),
    demo: Flag.Boolean("demo").pipe(
      Flag.withDescription("Load the demo data if there is no data yet; refused in production and sandbox"),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Tell addresses and documents in one line of JSON when ready"),
      Flag.withDefault(false)
    )
  },
  Effect.fn("serve")(function* (options) {
    const { runServer } = yield* Effect.promise(() => import("./runServer.ts"))
    const intent = { store: Option.getOrUndefined(options.store), demo: options.demo }
    return yield* Effect.provide(runServer(options), Configuration.layer(intent))
  })
).pipe(
  Command.withDescription(
    "Serve every surface at HOST and PORT until told to stop, on a database brought to the newest schema"
  ),
  Command.withExamples([
    { command: "hub serve --demo", description: "Demo data on an embedded database, kept in ./.hub" },
    { command: "hub serve --store memory --demo", description: "The whole service in memory, for tests" },
    { command: "DATABASE_URL=postgres://hub@localhost/hub hub serve", description: "On PostgreSQL" }
  ])
)
