import { Command } from "effect/cli"
import { insightSecret } from "./rotate/insightSecret.ts"
import { secret } from "./rotate/secret.ts"

/** Rotates the deployment's secret and those of organizations. */
export const rotate = Command.make("rotate").pipe(
  Command.withDescription("Complete the rotation of the deployment's secret, or replace an organization's"),
  Command.withExamples([
    { command: "hub rotate secret --json", description: "Re-encrypt all stored values under the current HUB_SECRET" },
    { command: "hub rotate insight-secret grand", description: "Rehash an organization's guests under a new secret" }
  ]),
  Command.withSubcommands([secret, insightSecret])
)
