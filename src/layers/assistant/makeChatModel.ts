import { Effect, identity, Redacted, Schema, Stream } from "effect"
import { AiError, LanguageModel, type Response } from "effect/ai"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { AssistantProvider } from "../configuration/assistantSettings.ts"
import { failureOfClient, jsonOf } from "../upstream/UpstreamFailure.ts"
import { textOf } from "./textOf.ts"

type ChatModelOptions = Omit<AssistantProvider, "kind">

/** The fields of a chat completion that are used; any others are ignored. */
const Completion = Schema.Struct({
  choices: Schema.NonEmptyArray(
    Schema.Struct({
      message: Schema.Struct({
        content: Schema.optionalKey(Schema.NullOr(Schema.String)),
        refusal: Schema.optionalKey(Schema.NullOr(Schema.String))
      }),
      finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  )
})

const decodeCompletion = Schema.decodeUnknownEffect(Completion)

const finishReasons: Readonly<Record<string, typeof Response.FinishReason.Type>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  tool_calls: "tool-calls"
}

const unused: Response.FinishPartEncoded["usage"] = {
  inputTokens: { uncached: undefined, total: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined }
}

const partsOf = ({ choices: [{ finish_reason, message }] }: typeof Completion.Type): Array<Response.PartEncoded> => [
  { type: "text", text: message.content ?? "" },
  {
    type: "finish",
    reason: (message.refusal ?? null) === null ? (finishReasons[finish_reason ?? ""] ?? "unknown") : "content-filter",
    usage: unused
  }
]

/** An error without the request or the response, which must not be logged. */
const errorOf = (reason: AiError.AiErrorReason) =>
  AiError.make({ module: "makeChatModel", method: "generateText", reason })

const unusable = (description: string) => errorOf(new AiError.InternalProviderError({ description }))

/**
 * A language model behind an OpenAI-compatible chat API: one request per answer, without tools. The providers published
 * for effect 4 import modules that 4.1 has moved.
 */
export const makeChatModel = Effect.fnUntraced(function* (options: ChatModelOptions) {
  const { key, maxTokens, model, tokensField, url } = options
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const base = HttpClientRequest.post(`${url}/chat/completions`).pipe(
    key === undefined ? identity : HttpClientRequest.bearerToken(Redacted.value(key)),
    HttpClientRequest.acceptJson
  )

  const ask = Effect.fnUntraced(function* ({ prompt }: LanguageModel.ProviderOptions) {
    const messages = prompt.content.map((message) => ({ role: message.role, content: textOf(message) }))
    const body = { model, messages, stream: false, n: 1, [tokensField]: maxTokens }
    const response = yield* client.execute(HttpClientRequest.bodyJsonUnsafe(base, body))
    const { status } = response
    if (status !== 200) return yield* errorOf(AiError.reasonFromHttpStatus({ status, description: `status ${status}` }))
    return partsOf(yield* Effect.flatMap(jsonOf(response), decodeCompletion))
  })

  return yield* LanguageModel.make({
    generateText: (of) =>
      ask(of).pipe(
        Effect.scoped,
        Effect.catchTags({
          HttpClientError: (error) => Effect.fail(unusable(failureOfClient(error).reason)),
          UpstreamFailure: ({ reason }) => Effect.fail(unusable(reason)),
          SchemaError: () => Effect.fail(unusable("no chat completion"))
        })
      ),
    streamText: () => Stream.fail(unusable("answers are not streamed"))
  })
})
