import { Effect, Predicate, Schema } from "effect"
import { SentCommand } from "../../domain/chat/ChatCommand.ts"
import type { ChatScheme } from "../../domain/chat/ChatInstallation.ts"
import { characters } from "../../domain/shared/characters.ts"
import { decodeFields } from "./decodeFields.ts"
import { jsonFields } from "./providerFields.ts"

type Fields = Readonly<Record<string, unknown>>

/** Under which names a platform writes the parts of a command. */
const names = {
  chat: { command: "command", text: "text", userId: "userId", userName: "userName", responseUrl: "responseUrl" },
  slack: {
    command: "command",
    text: "text",
    userId: "user_id",
    userName: "user_name",
    responseUrl: "response_url"
  }
} as const satisfies Readonly<Record<ChatScheme, Readonly<Record<keyof SentCommand, string>>>>

/** A command by the platform's own names; a name and a text may be missing. */
export const sentCommand = (scheme: ChatScheme, fields: Fields) => {
  const name = names[scheme]
  return decodeFields(SentCommand, {
    command: fields[name.command],
    text: fields[name.text] ?? "",
    userId: fields[name.userId],
    userName: fields[name.userName] ?? "",
    responseUrl: fields[name.responseUrl]
  })
}

const Interaction = Schema.Struct({
  user: Schema.Struct({
    id: Schema.String.check(characters(1, 180)),
    name: Schema.optionalKey(Schema.String.check(characters(0, 200)))
  }),
  response_url: Schema.optionalKey(Schema.String.check(characters(1, 2048))),
  actions: Schema.Array(
    Schema.Struct({
      action_id: Schema.String.check(characters(1, 200)),
      value: Schema.optionalKey(Schema.String.check(characters(0, 5000)))
    })
  ).check(Schema.isMinLength(1), Schema.isMaxLength(20))
})

/**
 * What a user chose in a message: the first action is the command, its value what follows it. Slack sends it as JSON in
 * the field `payload` of a form, others as their body.
 */
export const sentInteraction = Effect.fnUntraced(function* (_scheme: ChatScheme, fields: Fields) {
  const { payload } = fields
  const interaction = yield* decodeFields(
    Interaction,
    Predicate.isString(payload) ? yield* jsonFields(payload) : fields
  )
  const { actions, response_url: responseUrl, user } = interaction
  const [action] = actions
  return yield* decodeFields(SentCommand, {
    command: action?.action_id,
    text: action?.value ?? "",
    userId: user.id,
    userName: user.name ?? "",
    responseUrl
  })
})
