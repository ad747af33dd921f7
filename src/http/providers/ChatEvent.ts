import { Schema } from "effect"
import { characters } from "../../domain/shared/characters.ts"

/** The platform's verification of our callback URL. */
export const ChatChallenge = Schema.Struct({
  type: Schema.Literal("url_verification").annotateKey({ description: "The platform verifies the callback URL" }),
  challenge: Schema.String.check(characters(1, 1000)).annotateKey({ description: "Value to return in the response" })
}).annotate({ identifier: "ChatChallenge" })

/** Any other event: acknowledged but not stored. */
export const ChatEvent = Schema.Struct({
  type: Schema.optionalKey(Schema.String.check(characters(0, 200))).annotateKey({ description: "Type of the event" })
}).annotate({ identifier: "ChatEvent" })
