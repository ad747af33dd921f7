import { Context, type Effect } from "effect"
import type { PromptMessage } from "./assistantPrompt.ts"
import type { AssistantUnavailable } from "./PrivateAiErrors.ts"

/** A model's answer, at most `maxAnswerLength` characters, and the model's name. */
export interface AssistantAnswer {
  readonly text: string
  readonly model: string
}

/** Maximum characters of an answer; the rest is cut off. */
export const maxAnswerLength = 16_000

/** The language model that answers operators' private questions; may be unconfigured. */
export class LanguageAssistant extends Context.Service<
  LanguageAssistant,
  {
    /** If false, every question fails. */
    readonly isConfigured: boolean
    /**
     * Answers a prompt within a bounded time and number of tokens. Not retried: an outage, a refusal and an empty
     * answer are failures. Slow, so never call it within a transaction. Neither prompt nor answer is logged.
     */
    readonly answer: (prompt: ReadonlyArray<PromptMessage>) => Effect.Effect<AssistantAnswer, AssistantUnavailable>
  }
>()("hub/domain/privateAi/LanguageAssistant") {}
