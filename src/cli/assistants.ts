import { Command } from "effect/cli"
import { allow } from "./assistants/allow.ts"
import { deny } from "./assistants/deny.ts"
import { list } from "./assistants/list.ts"

/** The assistant hosts that operators may connect, in the configured database. */
export const assistants = Command.make("assistants").pipe(
  Command.withDescription("Assistant hosts that operators may connect to the assistant endpoint"),
  Command.withExamples([{ command: "hub assistants list", description: "Which hosts are allowed" }]),
  Command.withSubcommands([allow, deny, list])
)
