import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import * as Configuration from "../layers/Configuration.ts"
import { migrate as run } from "../sql/migrations.ts"
import { database } from "./database.ts"
import { json } from "./flags.ts"
import { printJson } from "./printJson.ts"

/** Brings the configured database to the newest schema and says what ran. */
export const migrate = Command.make(
  "migrate",
  { json },
  Effect.fn("migrate")(
    function* (options) {
      const ran = (yield* run).map(([id, name]) => ({ id, name }))
      if (options.json) return yield* printJson({ ran })
      yield* Console.log(
        ran.length === 0
          ? "The database is at the newest schema."
          : ran.map(({ id, name }) => `ran ${String(id).padStart(4, "0")} ${name}`).join("\n")
      )
    },
    Effect.provide(Layer.provide(database, Configuration.layer()))
  )
).pipe(
  Command.withDescription(
    "Bring the database to the newest schema: PostgreSQL if DATABASE_URL is set, else the embedded one in HUB_DATA_DIR"
  ),
  Command.withExamples([
    { command: "hub migrate", description: "Run what has not run yet" },
    { command: "hub migrate --json", description: "The same, for a deployment script" }
  ])
)
