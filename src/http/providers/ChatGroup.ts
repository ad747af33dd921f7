import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { callback } from "./callback.ts"
import { ChatChallenge, ChatEvent } from "./ChatEvent.ts"
import { commandBodies } from "./commandBodies.ts"
import { Interaction, InteractionForm } from "./Interaction.ts"
import { jsonOrForm } from "./jsonOrForm.ts"
import { callbackFailures, timeFailures } from "./policyFailures.ts"
import { failure } from "./providerFailures.ts"

const params = {
  installationId: Schema.String.annotateKey({
    description: "Id of the chat installation, as printed by `hub installations list`"
  })
}

/** An empty acknowledgement. */
export const Acknowledged = Schema.Record(Schema.String, Schema.Unknown).annotate({ identifier: "Acknowledged" })

/** The response to a URL verification. */
const ChallengeAnswered = Schema.Struct({
  challenge: ChatChallenge.fields.challenge.annotateKey({ description: "Challenge from the request" })
}).annotate({ identifier: "ChallengeAnswered" })

/** The immediate reply to a user, which nobody else in the chat sees. */
const ChatAnswer = Schema.Struct({
  response_type: Schema.Literal("ephemeral").annotateKey({ description: "Visible only to the user" }),
  text: Schema.String.annotateKey({ description: "Text of the reply" }),
  linkToken: Schema.optionalKey(Schema.String).annotateKey({ description: "Token of a new link, valid once" }),
  linkUrl: Schema.optionalKey(Schema.String).annotateKey({
    description: "URL at which a signed-in operator opens the link"
  }),
  expiresAt: Schema.optionalKey(Schema.DateTimeUtc).annotateKey({ description: "When the link expires" })
}).annotate({ identifier: "ChatAnswer" })

const commandParts = {
  params,
  success: Schema.Union([ChatAnswer, Acknowledged]),
  error: [...callbackFailures, ...timeFailures, failure(FieldInvalid)]
}

const repetition =
  "Repeating an accepted request returns an empty object and does nothing; a refused request may be sent again."

const eventRepetition =
  "Repeating an accepted request does nothing and returns an empty object, or the challenge again; a refused request " +
  "may be sent again."

export class ChatGroup extends HttpApiGroup.make("chat")
  .add(
    HttpApiEndpoint.post("receiveChatEvent", "/chat/:installationId/events", {
      params,
      payload: jsonOrForm([ChatChallenge, ChatEvent]),
      success: Schema.Union([ChallengeAnswered, Acknowledged]),
      error: [...callbackFailures, ...timeFailures]
    }).annotateMerge(
      callback("receiveChatEvent", {
        summary: "Receive a chat event",
        description: `Responds to the URL verification; other events are acknowledged but not stored. ${eventRepetition}`
      })
    ),
    HttpApiEndpoint.post("receiveChatCommand", "/chat/:installationId/commands", {
      ...commandParts,
      payload: jsonOrForm(Object.values(commandBodies))
    }).annotateMerge(
      callback("receiveChatCommand", {
        summary: "Receive a chat command",
        description: [
          "The verbs are `link`, `consult`, `ask`, `end` and `help`. An installation accepts its own platform's field",
          "names. A question is acknowledged immediately; the answer is posted to the response URL, or without one is",
          `available only in the operator's private history. ${repetition}`
        ].join(" ")
      })
    ),
    HttpApiEndpoint.post("receiveChatInteraction", "/chat/:installationId/interactions", {
      ...commandParts,
      payload: [Interaction, InteractionForm.pipe(HttpApiSchema.asFormUrlEncoded())]
    }).annotateMerge(
      callback("receiveChatInteraction", {
        summary: "Receive a chat interaction",
        description: `Treated as a command: the first chosen action is the verb, its value the text. ${repetition}`
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Chat", description: "Callbacks of chat platforms" })) {}
