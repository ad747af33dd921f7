import { Schema } from "effect"
import { Selector } from "../messaging/Workspace.ts"
import { characters } from "../shared/characters.ts"

/** A question to the assistant that only the asking operator sees, with its answer (INT-015). */
export const AskPrivatelyCommand = Schema.Struct({
  type: Schema.Literal("ask_privately").annotateKey({ description: "Ask the assistant, and nobody else" }),
  guestId: Schema.optionalKey(Selector).annotateKey({
    description: "Canonical id of the guest whose thread the question is about"
  }),
  actionId: Schema.optionalKey(Selector).annotateKey({
    description: "The Action that the question is about, and with it the Action's guest"
  }),
  question: Schema.String.check(characters(1, 4000)).annotateKey({ description: "What to ask" })
})
export type AskPrivatelyCommand = typeof AskPrivatelyCommand.Type

/** The publication of an answer into the thread of the guest it is about (INT-009, INT-015). */
export const PublishAiAnswerCommand = Schema.Struct({
  type: Schema.Literal("publish_ai_answer").annotateKey({ description: "Publish an answer of the assistant" }),
  privateAnswerId: Selector.annotateKey({
    description: "The private answer; the guest it is about sees nothing, it joins the thread"
  })
})
export type PublishAiAnswerCommand = typeof PublishAiAnswerCommand.Type
