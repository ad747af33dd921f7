import { Schema } from "effect"
import { characters } from "../shared/characters.ts"
import { ExternalUserId } from "./ChatIdentity.ts"

/** The longest question, as the operators' own clients may ask (INT-015). */
export const longestQuestion = 4000

/** What a user of a chat platform may ask for. */
export const chatVerbs = ["link", "consult", "ask", "end", "help"] as const
export type ChatVerb = (typeof chatVerbs)[number]

/** A command of a user of a chat platform, under whichever names the platform sends it. */
export const SentCommand = Schema.Struct({
  command: Schema.String.check(characters(1, 200)),
  text: Schema.String.check(characters(0, longestQuestion + 100)),
  userId: ExternalUserId,
  userName: Schema.String.check(characters(0, 200)),
  responseUrl: Schema.optionalKey(Schema.String.check(characters(1, 2048)))
})
export type SentCommand = typeof SentCommand.Type

/** What a command asks for: `verb` is undefined for words that are no command, `question` is what follows it. */
export interface ChatCommand {
  readonly verb: ChatVerb | undefined
  readonly question: string
}

const verbOf = (word: string): ChatVerb | undefined => chatVerbs.find((verb) => verb === word.toLowerCase())

const split = (text: string): readonly [first: string, rest: string] => {
  const [, first = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/u.exec(text) ?? []
  return [first, rest.trimEnd()]
}

/** Either the command itself is the verb (`/link`), or the first word of its text (`/hub link`). */
export const chatCommandOf = ({ command, text }: Pick<SentCommand, "command" | "text">): ChatCommand => {
  const named = verbOf(command.trim().replace(/^\//u, ""))
  if (named !== undefined) return { verb: named, question: text.trim() }
  const [first, question] = split(text)
  return { verb: verbOf(first), question }
}
