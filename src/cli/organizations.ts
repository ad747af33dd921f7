import { Command } from "effect/cli"
import { create } from "./organizations/create.ts"
import { list } from "./organizations/list.ts"

/** Manages the organizations in the configured database. */
export const organizations = Command.make("organizations").pipe(
  Command.withDescription("Create and list organizations"),
  Command.withExamples([{ command: "hub organizations list", description: "List ids, slugs and names" }]),
  Command.withSubcommands([create, list])
)
