import { Command } from "effect/cli"
import { add } from "./installations/add.ts"
import { list } from "./installations/list.ts"
import { rotate } from "./installations/rotate.ts"

/** Installations of chat platforms and SMS providers, in the configured database. */
export const installations = Command.make("installations").pipe(
  Command.withDescription("Add, list and rotate installations of chat platforms and SMS providers"),
  Command.withExamples([
    { command: "hub installations list --organization grand", description: "Those of an organization, without secrets" }
  ]),
  Command.withSubcommands([add, list, rotate])
)
