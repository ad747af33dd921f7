import { Effect } from "effect"
import { parseChatCommand, type RawChatCommand } from "./ChatCommand.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"
import { type ChatReply, replies } from "./ChatReply.ts"
import { consult, endConsultation } from "./consult.ts"
import { requestChatLink } from "./requestChatLink.ts"

/**
 * Runs a command of a user of a chat platform, in the caller's transaction, and returns the immediate reply. `linksAt`
 * is the base URL of links.
 */
export const runChatCommand = Effect.fn("runChatCommand")(function* (
  installation: ChatInstallation,
  command: RawChatCommand,
  linksAt: string
) {
  const { question, verb } = parseChatCommand(command)
  const help: ChatReply = replies.help
  switch (verb) {
    case "link":
      return yield* requestChatLink(installation, command, linksAt)
    case "consult":
    case "ask":
      return yield* consult(installation, verb, question, command)
    case "end":
      return yield* endConsultation(installation, command)
    default:
      return help
  }
})
