import { Command } from "effect/cli"
import { earnings } from "./simulate/earnings.ts"

/** Simulations on the data of the configured database; read-only. */
export const simulate = Command.make("simulate").pipe(
  Command.withDescription("Simulate changes on past data without writing anything"),
  Command.withExamples([
    {
      command: "hub simulate earnings --program PROGRAM --rules rules.yaml",
      description: "Points under other earning rules"
    }
  ]),
  Command.withSubcommands([earnings])
)
