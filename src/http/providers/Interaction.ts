import { Schema, SchemaTransformation } from "effect"
import { RawChatCommand } from "../../domain/chat/ChatCommand.ts"
import { characters } from "../../domain/shared/characters.ts"
import { responseUrl, userId, userName } from "./commandBodies.ts"

const maxValueLength = 5000

/** In UTF-16 code units; larger than any real interaction. */
const maxPayloadLength = 1_000_000

const ChosenAction = Schema.Struct({
  action_id: RawChatCommand.fields.command.annotateKey({ description: "Verb of the command" }),
  value: Schema.optionalKey(Schema.String.check(characters(0, maxValueLength))).annotateKey({
    description: "Text of the command"
  })
})

const User = Schema.Struct({ id: userId, name: userName })

/** A user's choice in a message: the first action is the verb of a command, its value the text. */
export const Interaction = Schema.Struct({
  user: User.annotateKey({ description: "User who made the choice" }),
  response_url: responseUrl,
  actions: Schema.Array(ChosenAction).check(Schema.isMinLength(1), Schema.isMaxLength(20)).annotateKey({
    description: "Chosen actions; only the first one is used"
  })
})
  .annotate({ identifier: "Interaction" })
  .pipe(
    Schema.decodeTo(
      Schema.toType(RawChatCommand),
      SchemaTransformation.transform({
        decode: ({ actions: [action], response_url: responseUrl, user: { id, name = "" } }) => ({
          command: action?.action_id ?? "",
          text: action?.value ?? "",
          userId: id,
          userName: name,
          ...(responseUrl === undefined ? undefined : { responseUrl })
        }),
        encode: ({ command, responseUrl, text, userId, userName }) => ({
          user: { id: userId, name: userName },
          actions: [{ action_id: command, value: text }],
          ...(responseUrl === undefined ? undefined : { response_url: responseUrl })
        })
      })
    )
  )

/** An interaction as sent by Slack: JSON in a form field. */
export const InteractionForm = Schema.Struct({
  payload: Schema.String.check(Schema.isMaxLength(maxPayloadLength)).annotateKey({
    description: "Interaction as JSON, with the same fields as a JSON body"
  })
}).annotate({ identifier: "InteractionForm" })
