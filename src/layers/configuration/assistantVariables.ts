import { Schema } from "effect"
import * as Rule from "./Rule.ts"
import { optional, secret, variable } from "./Variable.ts"

/** Leaves time to store the answer of a consultation while its outbox entry is claimed. */
export const maxAnswerMs = 90_000

/** The variables of the assistant that answers operators' private questions. */
export const assistantVariables = {
  assistant: optional(
    "HUB_ASSISTANT",
    Rule.oneOf(Schema.Literals(["provider", "scripted", "none"])),
    "`provider` if HUB_ASSISTANT_URL is set, else in development `scripted`, else `none`",
    "What answers operators' private questions: a provider's language model; a script that repeats the question, for development and tests; or nothing, so that asking is answered with 503 `assistant_unavailable`"
  ),
  assistantUrl: optional(
    "HUB_ASSISTANT_URL",
    Rule.baseUrl,
    "none",
    "Base URL of a language model provider with an OpenAI-compatible API; `/chat/completions` is appended. It receives the threads and Actions that operators ask about and may read"
  ),
  assistantKey: secret(optional("HUB_ASSISTANT_KEY", Rule.secret(1), "none", "Key sent to the provider")),
  assistantModel: optional(
    "HUB_ASSISTANT_MODEL",
    Rule.text,
    "none",
    "Name of the model. Required with HUB_ASSISTANT_URL"
  ),
  assistantMaxTokens: variable(
    "HUB_ASSISTANT_MAX_TOKENS",
    Rule.integer(16, 4000),
    "800",
    "Most tokens of one answer, including reasoning tokens"
  ),
  assistantTokensField: variable(
    "HUB_ASSISTANT_TOKENS_FIELD",
    Rule.oneOf(Schema.Literals(["max_completion_tokens", "max_tokens"])),
    "max_completion_tokens",
    "Field for that limit in the provider's API; older ones know only `max_tokens`"
  ),
  assistantTimeoutMs: optional(
    "HUB_ASSISTANT_TIMEOUT_MS",
    Rule.integer(1, maxAnswerMs),
    "3 s less than HUB_REQUEST_TIMEOUT_MS, at least half of it, at most 90 s",
    "Timeout of one answer; must be less than HUB_REQUEST_TIMEOUT_MS"
  )
}
