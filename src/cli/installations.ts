import { Command } from "effect/cli"
import { add } from "./installations/add.ts"
import { list } from "./installations/list.ts"
import { rotate } from "./installations/rotate.ts"

/** Manages the installations of chat platforms and SMS providers in the configured database. */
export const installations = Command.make("installations").pipe(
  Command.withDescription("Manage installations of chat platforms and SMS providers"),
  Command.withExamples([
    {
      command: "hub installations list --organization grand",
      description: "List an organization's installations, without secrets"
    }
  ]),
  Command.withSubcommands([add, list, rotate])
)
