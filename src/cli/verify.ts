import { Command } from "effect/cli"
import { ledger } from "./verify/ledger.ts"

/** What is on record, held against itself. */
export const verify = Command.make("verify").pipe(
  Command.withDescription("Check that what is on record agrees with itself"),
  Command.withExamples([{ command: "hub verify ledger --json", description: "The points of every member" }]),
  Command.withSubcommands([ledger])
)
