import { Command } from "effect/cli"
import { liability } from "./report/liability.ts"

/** Reports for finance. */
export const report = Command.make("report").pipe(
  Command.withDescription("Report figures of the configured database"),
  Command.withExamples([
    { command: "hub report liability --as-of 2026-10-31 --csv", description: "Points owed at the end of October" }
  ]),
  Command.withSubcommands([liability])
)
