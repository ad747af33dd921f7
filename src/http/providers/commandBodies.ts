import { Schema, SchemaTransformation } from "effect"
import { RawChatCommand } from "../../domain/chat/ChatCommand.ts"
import type { ChatScheme } from "../../domain/chat/ChatInstallation.ts"

const { fields } = RawChatCommand

const command = fields.command.annotateKey({
  description: "Verb, with or without a leading `/`; or any other word if the verb is the first word of the text"
})
const text = Schema.optionalKey(fields.text).annotateKey({ description: "Text after the command" })

/** The fields that commands and interactions share. */
export const userId = fields.userId.annotateKey({ description: "The platform's id for the user" })
export const userName = Schema.optionalKey(fields.userName).annotateKey({
  description: "Name of the user on the platform"
})
export const responseUrl = fields.responseUrl.annotateKey({
  description: "HTTPS URL that answers are posted to, on the installation's response host"
})

const ChatCommand = Schema.Struct({ command, text, userId, userName, responseUrl }).annotate({
  identifier: "ChatCommand"
})

const SlackCommand = Schema.Struct({
  command,
  text,
  user_id: userId,
  user_name: userName,
  response_url: responseUrl
}).annotate({ identifier: "SlackCommand" })

/** The command body of each platform. Unknown fields are ignored, because platforms add new ones (INT-045). */
export const commandBodies = {
  chat: ChatCommand.pipe(
    Schema.decodeTo(
      Schema.toType(RawChatCommand),
      SchemaTransformation.transform({
        decode: ({ text = "", userName = "", ...rest }) => ({ ...rest, text, userName }),
        encode: (command) => command
      })
    )
  ),
  slack: SlackCommand.pipe(
    Schema.decodeTo(
      Schema.toType(RawChatCommand),
      SchemaTransformation.transform({
        decode: ({ command, response_url: responseUrl, text = "", user_id: userId, user_name: userName = "" }) => ({
          command,
          text,
          userId,
          userName,
          ...(responseUrl === undefined ? undefined : { responseUrl })
        }),
        encode: ({ command, responseUrl, text, userId, userName }) => ({
          command,
          text,
          user_id: userId,
          user_name: userName,
          ...(responseUrl === undefined ? undefined : { response_url: responseUrl })
        })
      })
    )
  )
} as const satisfies Readonly<Record<ChatScheme, Schema.ConstraintDecoder<RawChatCommand>>>

/** Names of a command's fields on a platform, where they differ. */
export type FieldNames = Readonly<Record<string, string>>

/** The field names of each platform; those of Slack also apply to every platform's interactions. */
export const fieldNames = {
  chat: {},
  slack: { responseUrl: "response_url" }
} as const satisfies Readonly<Record<ChatScheme, FieldNames>>
