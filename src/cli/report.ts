import { Command } from "effect/cli"
import { liability } from "./report/liability.ts"

/** Figures for people outside of operations. */
export const report = Command.make("report").pipe(
  Command.withDescription("Report figures of the configured database"),
  Command.withExamples([
    { command: "hub report liability --as-of 2026-10-31 --csv", description: "The points owed at the end of October" }
  ]),
  Command.withSubcommands([liability])
)
