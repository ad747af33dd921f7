import { Schema } from "effect"
import { characters } from "../shared/characters.ts"
import { ExternalUserId } from "./ChatIdentity.ts"

/** Maximum length of a question, the same as in the operators' own clients (INT-015). */
export const maxQuestionLength = 4000

/** The commands of users of a chat platform. */
export const chatVerbs = ["link", "consult", "ask", "end", "help"] as const
export type ChatVerb = (typeof chatVerbs)[number]

/** A command as a user typed it, independent of the platform's field names. */
export const RawChatCommand = Schema.Struct({
  command: Schema.String.check(characters(1, 200)),
  text: Schema.String.check(characters(0, maxQuestionLength + 100)),
  userId: ExternalUserId,
  userName: Schema.String.check(characters(0, 200)),
  responseUrl: Schema.optionalKey(Schema.String.check(characters(1, 2048)))
})
export type RawChatCommand = typeof RawChatCommand.Type

/** A parsed command: `verb` is undefined for an unknown word, `question` is the text that follows it. */
export interface ChatCommand {
  readonly verb: ChatVerb | undefined
  readonly question: string
}

const verbOf = (word: string): ChatVerb | undefined => chatVerbs.find((verb) => verb === word.toLowerCase())

const split = (text: string): readonly [first: string, rest: string] => {
  const [, first = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/u.exec(text) ?? []
  return [first, rest.trimEnd()]
}

/** Parses a command. The verb is the command itself (`/link`) or the first word of its text (`/hub link`). */
export const parseChatCommand = ({ command, text }: Pick<RawChatCommand, "command" | "text">): ChatCommand => {
  const verb = verbOf(command.trim().replace(/^\//u, ""))
  if (verb !== undefined) return { verb, question: text.trim() }
  const [first, question] = split(text)
  return { verb: verbOf(first), question }
}
