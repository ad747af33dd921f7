import type { Redacted } from "effect"
import { maxAnswerMs } from "./assistantVariables.ts"
import type { Values } from "./variables.ts"

/** A language model behind an OpenAI-compatible API. */
export interface AssistantProvider {
  readonly kind: "provider"
  /** Base address, without a trailing slash. */
  readonly url: string
  readonly key: Redacted.Redacted | undefined
  readonly model: string
  readonly maxTokens: number
  readonly tokensField: "max_completion_tokens" | "max_tokens"
}

/** The provider that answers operators' private questions, and its timeout. */
export type AssistantSettings = { readonly timeoutMs: number } & (
  | AssistantProvider
  | { readonly kind: "scripted" }
  | { readonly kind: "none" }
)

/** Leaves time to store the answer. */
const reserveMs = 3000

const kindOf = ({ assistant, assistantUrl, environment }: Values): AssistantSettings["kind"] => {
  if (assistant !== undefined) return assistant
  if (assistantUrl !== undefined) return "provider"
  return (environment ?? "development") === "development" ? "scripted" : "none"
}

/** The assistant's settings. A provider without URL or model is rejected elsewhere. */
export const assistantSettings = (values: Values): AssistantSettings => {
  const { assistantKey: key, assistantModel: model, assistantUrl: url, requestTimeoutMs } = values
  const remainingMs = Math.max(Math.ceil(requestTimeoutMs / 2), requestTimeoutMs - reserveMs)
  const timeoutMs = values.assistantTimeoutMs ?? Math.min(maxAnswerMs, remainingMs)
  const kind = kindOf(values)
  if (kind !== "provider") return { kind, timeoutMs }
  if (url === undefined || model === undefined) return { kind: "none", timeoutMs }
  const { assistantMaxTokens: maxTokens, assistantTokensField: tokensField } = values
  return { kind, timeoutMs, url, key, model, maxTokens, tokensField }
}
