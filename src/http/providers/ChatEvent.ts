import { Schema } from "effect"
import { characters } from "../../domain/shared/characters.ts"

/** The platform's question whether an address is ours. */
export const ChatChallenge = Schema.Struct({
  type: Schema.Literal("url_verification").annotateKey({ description: "That the address is to be confirmed" }),
  challenge: Schema.String.check(characters(1, 1000)).annotateKey({ description: "What the answer repeats" })
}).annotate({ identifier: "ChatChallenge" })

/** Any other event: acknowledged, and not kept. */
export const ChatEvent = Schema.Struct({
  type: Schema.optionalKey(Schema.String.check(characters(0, 200))).annotateKey({ description: "What happened" })
}).annotate({ identifier: "ChatEvent" })
