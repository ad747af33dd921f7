import { Schema, SchemaTransformation } from "effect"
import { SentCommand } from "../../domain/chat/ChatCommand.ts"
import type { ChatScheme } from "../../domain/chat/ChatInstallation.ts"

const { fields } = SentCommand

const command = fields.command.annotateKey({
  description: "The verb, with or without a `/`; or another word, where the verb is the first word of the text"
})
const text = Schema.optionalKey(fields.text).annotateKey({ description: "What follows the command" })

/** What every body of a user says, whether they wrote a command or chose one. */
export const userId = fields.userId.annotateKey({ description: "The platform's id of the user" })
export const userName = Schema.optionalKey(fields.userName).annotateKey({
  description: "What the platform calls the user"
})
export const responseUrl = fields.responseUrl.annotateKey({
  description: "Where an answer is posted: an `https` address at the response host of the installation"
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

/** How each platform writes a command. Fields that it does not name are ignored: platforms add some (INT-045). */
export const commandBodies = {
  chat: ChatCommand.pipe(
    Schema.decodeTo(
      Schema.toType(SentCommand),
      SchemaTransformation.transform({
        decode: ({ text = "", userName = "", ...rest }) => ({ ...rest, text, userName }),
        encode: (sent) => sent
      })
    )
  ),
  slack: SlackCommand.pipe(
    Schema.decodeTo(
      Schema.toType(SentCommand),
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
} as const satisfies Readonly<Record<ChatScheme, Schema.ConstraintDecoder<SentCommand>>>
