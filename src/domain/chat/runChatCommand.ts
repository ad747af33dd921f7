import { Effect } from "effect"
import { chatCommandOf, type SentCommand } from "./ChatCommand.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"
import { type ChatReply, replies } from "./ChatReply.ts"
import { consult, endConsultation } from "./consult.ts"
import { requestChatLink } from "./requestChatLink.ts"

/** What a user of a chat platform is told of a command at once, in the caller's transaction; `linksAt` is where links lead. */
export const runChatCommand = Effect.fn("runChatCommand")(function* (
  installation: ChatInstallation,
  sent: SentCommand,
  linksAt: string
) {
  const { question, verb } = chatCommandOf(sent)
  const help: ChatReply = replies.help
  switch (verb) {
    case "link":
      return yield* requestChatLink(installation, sent, linksAt)
    case "consult":
    case "ask":
      return yield* consult(installation, verb, question, sent)
    case "end":
      return yield* endConsultation(installation, sent)
    default:
      return help
  }
})
