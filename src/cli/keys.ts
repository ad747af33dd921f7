import { Command } from "effect/cli"
import { create } from "./keys/create.ts"
import { list } from "./keys/list.ts"
import { revoke } from "./keys/revoke.ts"
import { rotate } from "./keys/rotate.ts"

/** Manages the API keys of the hub and the Partner API in the configured database. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, list, rotate and revoke API keys"),
  Command.withExamples([{ command: "hub keys list", description: "List all keys, without secrets" }]),
  Command.withSubcommands([create, list, rotate, revoke])
)
