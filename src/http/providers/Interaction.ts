import { Schema, SchemaTransformation } from "effect"
import { SentCommand } from "../../domain/chat/ChatCommand.ts"
import { characters } from "../../domain/shared/characters.ts"
import { responseUrl, userId, userName } from "./commandBodies.ts"

const longestValue = 5000

/** In UTF-16 code units; more than the largest interaction has. */
const longestPayload = 1_000_000

const ChosenAction = Schema.Struct({
  action_id: SentCommand.fields.command.annotateKey({ description: "The verb" }),
  value: Schema.optionalKey(Schema.String.check(characters(0, longestValue))).annotateKey({
    description: "What follows the verb"
  })
})

const User = Schema.Struct({ id: userId, name: userName })

/** What a user chose in a message: the first action is the command, its value what follows it. */
export const Interaction = Schema.Struct({
  user: User.annotateKey({ description: "Who chose" }),
  response_url: responseUrl,
  actions: Schema.Array(ChosenAction).check(Schema.isMinLength(1), Schema.isMaxLength(20)).annotateKey({
    description: "What the user chose, of which the first counts"
  })
})
  .annotate({ identifier: "Interaction" })
  .pipe(
    Schema.decodeTo(
      Schema.toType(SentCommand),
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

/** An interaction as Slack sends it: as JSON in the one field of a form. */
export const InteractionForm = Schema.Struct({
  payload: Schema.String.check(Schema.isMaxLength(longestPayload)).annotateKey({
    description: "The interaction as JSON, as it is sent where the body is JSON"
  })
}).annotate({ identifier: "InteractionForm" })
