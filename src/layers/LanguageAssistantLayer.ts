import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer } from "effect"
import { LanguageModel, type Response } from "effect/ai"
import type { PromptMessage } from "../domain/privateAi/assistantPrompt.ts"
import { LanguageAssistant, maxAnswerLength } from "../domain/privateAi/LanguageAssistant.ts"
import { AssistantUnavailable } from "../domain/privateAi/PrivateAiErrors.ts"
import { Faults } from "../domain/shared/Faults.ts"
import { makeChatModel } from "./assistant/makeChatModel.ts"
import { makeScriptedModel } from "./assistant/makeScriptedModel.ts"
import { Configuration } from "./Configuration.ts"

/** The size limit of a provider's response. */
const maxResponseBytes = 1_048_576

/** The finish reasons of a model that has not answered. */
const refusals: ReadonlySet<typeof Response.FinishReason.Type> = new Set([
  "content-filter",
  "error",
  "pause",
  "tool-calls"
])

const unavailable = (reason: string) =>
  Effect.andThen(
    Effect.annotateLogs(Effect.logWarning("The assistant failed"), { reason }),
    Effect.fail(new AssistantUnavailable())
  )

/**
 * The text up to the length limit, cut between code points, without NUL and lone surrogates, which PostgreSQL cannot
 * store.
 */
const bounded = (text: string) => {
  const clean = text.replaceAll("\u0000", "").toWellFormed().trim()
  return clean.length > maxAnswerLength ? [...clean].slice(0, maxAnswerLength).join("") : clean
}

/**
 * The assistant over a language model: one attempt within `timeoutMs`. The reason of a failure is logged, never the
 * prompt or the answer. The fault point `assistant` makes it fail (GEN-014).
 */
export const makeLanguageAssistant = Effect.fnUntraced(function* (name: string, timeoutMs: number) {
  const model = yield* LanguageModel.LanguageModel

  const ask = Effect.fnUntraced(function* (prompt: ReadonlyArray<PromptMessage>) {
    const { strike } = yield* Faults
    if (yield* strike("assistant")) return yield* unavailable("fault")
    const answer = yield* model.generateText({ prompt: prompt.map(({ role, text: content }) => ({ role, content })) })
    const text = bounded(answer.text)
    if (refusals.has(answer.finishReason)) return yield* unavailable(`finished by ${answer.finishReason}`)
    return text === "" ? yield* unavailable("empty answer") : { text, model: name }
  })

  return LanguageAssistant.of({
    isConfigured: true,
    answer: (prompt) =>
      ask(prompt).pipe(
        Effect.catchTag("AiError", ({ reason }) => unavailable(reason.message)),
        Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => unavailable("timeout") })
      )
  })
})

/** Fails every question: no assistant is configured. */
const none = LanguageAssistant.of({ isConfigured: false, answer: () => Effect.fail(new AssistantUnavailable()) })

/** The configured assistant: a provider's model, the script, or none. */
export const layer = Layer.effect(
  LanguageAssistant,
  Effect.gen(function* () {
    const { assistant } = yield* Configuration
    if (assistant.kind === "none") return none
    const model = yield* assistant.kind === "scripted" ? makeScriptedModel : makeChatModel(assistant)
    const name = assistant.kind === "scripted" ? "scripted" : assistant.model
    return yield* Effect.provideService(
      makeLanguageAssistant(name, assistant.timeoutMs),
      LanguageModel.LanguageModel,
      model
    )
  })
).pipe(Layer.provide(NodeHttpClient.layerUndiciOptions({ connections: 16, maxResponseSize: maxResponseBytes })))
