import { Command } from "effect/cli"
import { rotateLink } from "./inviteLinks/rotateLink.ts"

/** Manages the links with which guests request an invite from a venue. */
export const inviteLinks = Command.make("invite-links").pipe(
  Command.withDescription("Manage the links with which guests request an invite from a venue"),
  Command.withExamples([
    { command: "hub invite-links rotate PROPERTY", description: "Issue a new token for a venue's link" }
  ]),
  Command.withSubcommands([rotateLink])
)
