import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { migrate } from "../sql/migrations.ts"
import { database } from "./database.ts"
import { demoConfiguration } from "./demoConfiguration.ts"
import { json } from "./flags.ts"
import { loadDemo } from "./loadDemo.ts"
import { printJson } from "./printJson.ts"

/** Loads the demo data into the configured database if it is empty. */
export const seed = Command.make(
  "seed",
  { json },
  Effect.fn("seed")(
    function* (options) {
      yield* migrate
      const loaded = yield* loadDemo
      if (options.json) return yield* printJson({ loaded })
      yield* Console.log(
        loaded
          ? "The demo data is loaded. `hub demo` prints its keys and ids."
          : "Nothing loaded: the database is not empty."
      )
    },
    Effect.provide(Layer.provide(database, demoConfiguration("hub seed")))
  )
).pipe(
  Command.withDescription("Load the demo data into an empty database; refused in production and sandbox"),
  Command.withExamples([
    { command: "hub seed", description: "Load it into the database at DATABASE_URL, or the embedded one" }
  ])
)
