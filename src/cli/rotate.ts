import { Command } from "effect/cli"
import { secret } from "./rotate/secret.ts"

/** Changes of secrets over the configured database. */
export const rotate = Command.make("rotate").pipe(
  Command.withDescription("Complete a change of the deployment's secret"),
  Command.withExamples([
    { command: "hub rotate secret --json", description: "Seal everything stored under the present HUB_SECRET" }
  ]),
  Command.withSubcommands([secret])
)
