import { Schema } from "effect"
import * as Rule from "./Rule.ts"
import { optional, secret, variable } from "./Variable.ts"

/** The variables of what answers the private questions of operators. */
export const assistantVariables = {
  assistant: optional(
    "HUB_ASSISTANT",
    Rule.oneOf(Schema.Literals(["provider", "scripted", "none"])),
    "`provider` if HUB_ASSISTANT_URL is set, else in development `scripted`, else `none`",
    "What answers the private questions of operators: the language model of a provider; a script that says what it was asked, for development and tests; or nothing, and asking answers 503 `assistant_unavailable`"
  ),
  assistantUrl: optional(
    "HUB_ASSISTANT_URL",
    Rule.baseUrl,
    "none",
    "Language model provider with an OpenAI-compatible API; `/chat/completions` is appended. It receives what operators ask about: the threads and Actions that they may read"
  ),
  assistantKey: secret(optional("HUB_ASSISTANT_KEY", Rule.secret(1), "none", "Key sent to the provider")),
  assistantModel: optional(
    "HUB_ASSISTANT_MODEL",
    Rule.text,
    "none",
    "Name of its model. Required with HUB_ASSISTANT_URL"
  ),
  assistantMaxTokens: variable(
    "HUB_ASSISTANT_MAX_TOKENS",
    Rule.integer(16, 4000),
    "800",
    "Most tokens of one answer, with those that the model thinks in"
  ),
  assistantTokensField: variable(
    "HUB_ASSISTANT_TOKENS_FIELD",
    Rule.oneOf(Schema.Literals(["max_completion_tokens", "max_tokens"])),
    "max_completion_tokens",
    "How the provider's API names that limit: older ones know `max_tokens` only"
  ),
  assistantTimeoutMs: optional(
    "HUB_ASSISTANT_TIMEOUT_MS",
    Rule.integer(1, 600_000),
    "3 s less than HUB_REQUEST_TIMEOUT_MS, at least half of it",
    "Longest wait for one answer; less than HUB_REQUEST_TIMEOUT_MS"
  )
}
