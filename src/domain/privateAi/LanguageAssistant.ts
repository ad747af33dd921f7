import { Context, type Effect } from "effect"
import type { PromptMessage } from "./assistantPrompt.ts"
import type { AssistantUnavailable } from "./PrivateAiErrors.ts"

/** The text that a model answered, at most `longestAnswer` characters, and the model's name. */
export interface AssistantAnswer {
  readonly text: string
  readonly model: string
}

/** Characters of an answer; what a model writes beyond them is cut off. */
export const longestAnswer = 16_000

/** What answers the private questions of operators: a language model, or nothing. */
export class LanguageAssistant extends Context.Service<
  LanguageAssistant,
  {
    /**
     * Answers a prompt, within a bounded time and number of tokens. It is not repeated: an outage, a refusal and an
     * empty answer are failures. Slow, so never within a transaction; nothing of prompt and answer is logged.
     */
    readonly answer: (prompt: ReadonlyArray<PromptMessage>) => Effect.Effect<AssistantAnswer, AssistantUnavailable>
  }
>()("hub/domain/privateAi/LanguageAssistant") {}
