import { Command } from "effect/cli"
import { close } from "./members/close.ts"
import { merge } from "./members/merge.ts"

/** Closes and merges accounts of members in the configured database. */
export const members = Command.make("members").pipe(
  Command.withDescription("Close and merge accounts of members"),
  Command.withExamples([{ command: "hub members close MEMBER", description: "Refuse a member's tokens at once" }]),
  Command.withSubcommands([close, merge])
)
