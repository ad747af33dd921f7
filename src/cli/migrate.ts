import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import * as Configuration from "../layers/Configuration.ts"
import { migrate as run } from "../sql/migrations.ts"
import { database } from "./database.ts"
import { json } from "./flags.ts"
import { printJson } from "./printJson.ts"

/** Applies pending migrations to the configured database and lists them. */
export const migrate = Command.make(
  "migrate",
  { json },
  Effect.fn("migrate")(
    function* (options) {
      const ran = (yield* run).map(([id, name]) => ({ id, name }))
      if (options.json) return yield* printJson({ ran })
      yield* Console.log(
        ran.length === 0
          ? "The database is up to date."
          : ran.map(({ id, name }) => `applied ${String(id).padStart(4, "0")} ${name}`).join("\n")
      )
    },
    Effect.provide(Layer.provide(database, Configuration.layer()))
  )
).pipe(
  Command.withDescription(
    "Apply pending migrations: to PostgreSQL if DATABASE_URL is set, else to the embedded database in HUB_DATA_DIR"
  ),
  Command.withExamples([
    { command: "hub migrate", description: "Apply pending migrations" },
    { command: "hub migrate --json", description: "List the applied migrations as JSON" }
  ])
)
