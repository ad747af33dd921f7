import { Command } from "effect/cli"
import { earnings } from "./simulate/earnings.ts"

/** What would have been, over the configured database; nothing is written. */
export const simulate = Command.make("simulate").pipe(
  Command.withDescription("Compare what happened with what would have happened; writes nothing"),
  Command.withExamples([
    {
      command: "hub simulate earnings --program PROGRAM --rules rules.yaml",
      description: "Points under other earning rules"
    }
  ]),
  Command.withSubcommands([earnings])
)
