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
    description: "The id of the chat installation, as `hub installations list` prints it"
  })
}

/** The request was taken, and there is nothing to say. */
export const Acknowledged = Schema.Record(Schema.String, Schema.Unknown).annotate({ identifier: "Acknowledged" })

/** The answer to a platform that asks whether an address is ours. */
const ChallengeAnswered = Schema.Struct({
  challenge: ChatChallenge.fields.challenge.annotateKey({ description: "The challenge of the request" })
}).annotate({ identifier: "ChallengeAnswered" })

/** What a user is told at once, which nobody else in the chat sees. */
const ChatAnswer = Schema.Struct({
  response_type: Schema.Literal("ephemeral").annotateKey({ description: "Shown to the user who asked alone" }),
  text: Schema.String.annotateKey({ description: "What the user is told" }),
  linkToken: Schema.optionalKey(Schema.String).annotateKey({ description: "The token of a new link, good once" }),
  linkUrl: Schema.optionalKey(Schema.String).annotateKey({ description: "Where a signed-in operator opens the link" }),
  expiresAt: Schema.optionalKey(Schema.DateTimeUtc).annotateKey({ description: "The end of the link" })
}).annotate({ identifier: "ChatAnswer" })

const asCommanded = {
  params,
  success: Schema.Union([ChatAnswer, Acknowledged]),
  error: [...callbackFailures, ...timeFailures, failure(FieldInvalid)]
}

const repetition =
  "A repetition of a request that was taken is acknowledged with an empty object, and does nothing. What is refused was not taken, and may be sent again."

export class ChatGroup extends HttpApiGroup.make("chat")
  .add(
    HttpApiEndpoint.post("receiveChatEvent", "/chat/:installationId/events", {
      params,
      payload: jsonOrForm([ChatChallenge, ChatEvent]),
      success: Schema.Union([ChallengeAnswered, Acknowledged]),
      error: [...callbackFailures, ...timeFailures]
    }).annotateMerge(
      callback("receiveChatEvent", {
        summary: "An event of the platform",
        description: `Answers the platform's challenge; other events are acknowledged and not kept. ${repetition}`
      })
    ),
    HttpApiEndpoint.post("receiveChatCommand", "/chat/:installationId/commands", {
      ...asCommanded,
      payload: jsonOrForm(Object.values(commandBodies))
    }).annotateMerge(
      callback("receiveChatCommand", {
        summary: "A command of a user",
        description: [
          "The verbs are `link`, `consult`, `ask`, `end` and `help`. An installation takes the names of its own platform.",
          "A question is acknowledged at once; its answer is posted to the response address, and without one it is in the",
          `operator's private history alone. ${repetition}`
        ].join(" ")
      })
    ),
    HttpApiEndpoint.post("receiveChatInteraction", "/chat/:installationId/interactions", {
      ...asCommanded,
      payload: [Interaction, InteractionForm.pipe(HttpApiSchema.asFormUrlEncoded())]
    }).annotateMerge(
      callback("receiveChatInteraction", {
        summary: "What a user chose in a message",
        description: `A command whose verb is the first chosen action, and whose text is the value of it. ${repetition}`
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Chat", description: "Callbacks of chat platforms" })) {}
