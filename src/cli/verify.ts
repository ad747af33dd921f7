import { Command } from "effect/cli"
import { ledger } from "./verify/ledger.ts"

/** Consistency checks of the configured database. */
export const verify = Command.make("verify").pipe(
  Command.withDescription("Check stored data for consistency"),
  Command.withExamples([{ command: "hub verify ledger --json", description: "Verify the points of every member" }]),
  Command.withSubcommands([ledger])
)
