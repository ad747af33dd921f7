import { Schema } from "effect"
import { Selector } from "../messaging/Workspace.ts"
import { characters } from "../shared/characters.ts"

/**
 * A question to the assistant, about the open Actions if neither a guest nor an Action is named; null counts as absent.
 * Question and answer are visible only to the asking operator (INT-015).
 */
export const AskPrivatelyCommand = Schema.Struct({
  type: Schema.Literal("ask_privately").annotateKey({ description: "Ask the assistant privately" }),
  guestId: Schema.optionalKey(Schema.NullOr(Selector)).annotateKey({
    description: "Canonical id of the guest whose thread the question is about"
  }),
  actionId: Schema.optionalKey(Schema.NullOr(Selector)).annotateKey({
    description: "The Action that the question is about, along with its guest"
  }),
  question: Schema.String.check(characters(1, 4000)).annotateKey({ description: "The question" })
})
export type AskPrivatelyCommand = typeof AskPrivatelyCommand.Type

/** Publishes an answer into the thread of the guest it is about (INT-009, INT-015). */
export const PublishAiAnswerCommand = Schema.Struct({
  type: Schema.Literal("publish_ai_answer").annotateKey({ description: "Publish an answer of the assistant" }),
  privateAnswerId: Selector.annotateKey({
    description: "The private answer; it is added to the guest's thread, but not sent to the guest"
  })
})
export type PublishAiAnswerCommand = typeof PublishAiAnswerCommand.Type
