import { Command } from "effect/cli"
import { insightSecret } from "./rotate/insightSecret.ts"
import { secret } from "./rotate/secret.ts"

/** Changes of secrets over the configured database: the deployment's, and those of organizations. */
export const rotate = Command.make("rotate").pipe(
  Command.withDescription("Complete a change of the deployment's secret, or replace an organization's"),
  Command.withExamples([
    { command: "hub rotate secret --json", description: "Seal everything stored under the present HUB_SECRET" },
    { command: "hub rotate insight-secret grand", description: "Hash guests of an organization under a new secret" }
  ]),
  Command.withSubcommands([secret, insightSecret])
)
