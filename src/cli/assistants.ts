import { Command } from "effect/cli"
import { allow } from "./assistants/allow.ts"
import { deny } from "./assistants/deny.ts"
import { list } from "./assistants/list.ts"

/** Manages the assistant hosts in the configured database. */
export const assistants = Command.make("assistants").pipe(
  Command.withDescription("Manage the assistant hosts that operators may connect"),
  Command.withExamples([{ command: "hub assistants list", description: "List hosts and whether they are allowed" }]),
  Command.withSubcommands([allow, deny, list])
)
