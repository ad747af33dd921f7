import { Effect } from "effect"
import { chatCommandOf, type SentCommand } from "./ChatCommand.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"
import { type ChatReply, replies } from "./ChatReply.ts"
import { requestChatLink } from "./requestChatLink.ts"

/** What a user of a chat platform is told of a command at once, in the caller's transaction; `linksAt` is where links lead. */
export const runChatCommand = Effect.fn("runChatCommand")(function* (
  installation: ChatInstallation,
  sent: SentCommand,
  linksAt: string
) {
  const { verb } = chatCommandOf(sent)
  if (verb === "link") return yield* requestChatLink(installation, sent, linksAt)
  const reply: ChatReply = replies.help
  return reply
})
