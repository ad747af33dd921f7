import { Command } from "effect/cli"
import { rotateLink } from "./inviteLinks/rotateLink.ts"

/** The links by which guests ask venues for an invite, in the configured database. */
export const inviteLinks = Command.make("invite-links").pipe(
  Command.withDescription("Links by which guests ask a venue for an invite"),
  Command.withExamples([
    { command: "hub invite-links rotate PROPERTY", description: "A new token for the link of a venue" }
  ]),
  Command.withSubcommands([rotateLink])
)
