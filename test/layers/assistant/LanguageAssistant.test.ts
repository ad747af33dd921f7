import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Schema, Tracer } from "effect"
import { LanguageModel } from "effect/ai"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import type { PromptMessage } from "../../../src/domain/privateAi/assistantPrompt.ts"
import { LanguageAssistant, maxAnswerLength } from "../../../src/domain/privateAi/LanguageAssistant.ts"
import { AssistantUnavailable } from "../../../src/domain/privateAi/PrivateAiErrors.ts"
import { type FaultPoint, Faults } from "../../../src/domain/shared/Faults.ts"
import { makeChatModel } from "../../../src/layers/assistant/makeChatModel.ts"
import { Configuration } from "../../../src/layers/Configuration.ts"
import * as LanguageAssistantLayer from "../../../src/layers/LanguageAssistantLayer.ts"
import { read } from "../../support/configuration.ts"
import { captureLogs } from "../../support/logs.ts"

const question = "What does the guest of the private question want?"
const answered = "The answer that nobody else may read"

const prompt: ReadonlyArray<PromptMessage> = [
  { role: "system", text: "Instructions and records" },
  { role: "user", text: "An earlier question" },
  { role: "assistant", text: "An earlier answer" },
  { role: "user", text: question }
]

type Reply = Response | "hang up" | "silence"

const provider = {
  url: "https://models.example.com/v1",
  key: Redacted.make("model-key"),
  model: "model-1",
  maxTokens: 500,
  tokensField: "max_completion_tokens"
} as const

/** The answer of a provider that replies with `reply`, and the requests sent to it. */
const against = Effect.fnUntraced(function* (reply: Reply, change: Partial<Parameters<typeof makeChatModel>[0]> = {}) {
  const requests: Array<HttpClientRequest.HttpClientRequest> = []
  const client = HttpClient.make((request) => {
    requests.push(request)
    if (reply === "silence") return Effect.never
    return reply === "hang up"
      ? Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.TransportError({ request, cause: new Error("hang up") })
          })
        )
      : Effect.succeed(HttpClientResponse.fromWeb(request, reply))
  })
  const model = yield* Effect.provideService(makeChatModel({ ...provider, ...change }), HttpClient.HttpClient, client)
  const assistant = yield* Effect.provideService(
    LanguageAssistantLayer.makeLanguageAssistant("model-1", 10_000),
    LanguageModel.LanguageModel,
    model
  )
  return { requests, answer: assistant.answer(prompt) }
})

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

const completion = (content: string | null, change: object = {}) =>
  json(200, {
    id: "completion-1",
    model: "model-1-2026",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop", ...change }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  })

const decodeBody = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

const bodyOf = (request: HttpClientRequest.HttpClientRequest | undefined) =>
  request?.body._tag === "Uint8Array" ? decodeBody(new TextDecoder().decode(request.body.body)) : undefined

describe("the assistant of a provider", () => {
  it.effect("INT-015: sends one request, with the key, a limit of tokens and the unchanged prompt", () =>
    Effect.gen(function* () {
      const { answer, requests } = yield* against(completion(`  ${answered}\n`))
      assert.deepStrictEqual(yield* answer, { text: answered, model: "model-1" })
      assert.lengthOf(requests, 1)
      const [request] = requests
      assert.deepStrictEqual(
        [request?.method, request?.url, request?.headers["authorization"]],
        ["POST", "https://models.example.com/v1/chat/completions", "Bearer model-key"]
      )
      assert.deepStrictEqual(bodyOf(request), {
        model: "model-1",
        messages: prompt.map(({ role, text }) => ({ role, content: text })),
        stream: false,
        n: 1,
        max_completion_tokens: 500
      })
    })
  )

  it.effect("INT-015: sends no key if none is configured, and the limit of tokens in the configured field", () =>
    Effect.gen(function* () {
      const { answer, requests } = yield* against(completion(answered), { key: undefined, tokensField: "max_tokens" })
      yield* answer
      assert.notProperty(requests[0]?.headers, "authorization")
      assert.propertyVal(bodyOf(requests[0]), "max_tokens", 500)
      assert.notProperty(bodyOf(requests[0]), "max_completion_tokens")
    })
  )

  it.effect("INT-015: accepts an answer truncated at the token limit, and truncates one that is too long", () =>
    Effect.gen(function* () {
      const short = yield* against(completion("Breakfast is", { finish_reason: "length" }))
      assert.strictEqual((yield* short.answer).text, "Breakfast is")
      const long = yield* against(completion(`${"\u{1f600}".repeat(maxAnswerLength)}b`))
      assert.strictEqual((yield* long.answer).text, "\u{1f600}".repeat(maxAnswerLength))
      const strange = yield* against(completion("a\u0000b\ud800", { finish_reason: null }))
      assert.strictEqual((yield* strange.answer).text, "ab\ufffd")
    })
  )

  const failures: ReadonlyArray<readonly [string, () => Reply, string]> = [
    [
      "a 500 of the provider",
      () => json(500, { error: { message: `cannot answer: ${question}` } }),
      "Internal provider error: status 500"
    ],
    ["a 429 of the provider", () => json(429, {}), "Rate limit exceeded"],
    ["a key that is refused", () => json(401, {}), "InvalidKey: Verify your API key is correct. status 401"],
    ["a request that is refused", () => json(400, { error: { message: question } }), "Invalid request. status 400"],
    [
      "an error that looks like an answer",
      () => new Response(completion(answered).body, { status: 409 }),
      "status 409"
    ],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { location: "https://elsewhere.example.com" } }),
      "status 302"
    ],
    ["a connection that is lost", () => "hang up", "Internal provider error: TransportError: no code"],
    [
      "a body that is not JSON",
      () => new Response(`<html>${answered}`, { status: 200 }),
      "Internal provider error: not JSON"
    ],
    [
      "a body that is not a completion",
      () => json(200, { answer: answered }),
      "Internal provider error: no chat completion"
    ],
    ["a completion without choices", () => json(200, { choices: [] }), "Internal provider error: no chat completion"],
    ["an empty answer", () => completion(" \n\u0000"), "empty answer"],
    ["a completion without content", () => completion(null), "empty answer"],
    [
      "content that a filter held back",
      () => completion(answered, { finish_reason: "content_filter" }),
      "finished by content-filter"
    ],
    ["a call of a tool", () => completion(answered, { finish_reason: "tool_calls" }), "finished by tool-calls"],
    [
      "a refusal",
      () => completion(null, { message: { content: answered, refusal: "I cannot help with that" } }),
      "finished by content-filter"
    ]
  ]
  for (const [why, reply, reason] of failures) {
    it.effect(`INT-015: ${why} is AssistantUnavailable after one request, without its content in the log`, () =>
      Effect.gen(function* () {
        const logs = captureLogs()
        const { answer, requests } = yield* against(reply())
        const failure = yield* Effect.flip(Effect.provide(answer, logs.layer))
        assert.deepStrictEqual(failure, new AssistantUnavailable())
        assert.lengthOf(requests, 1)
        const [line, ...others] = logs.lines()
        assert.deepStrictEqual(others, [])
        assert.strictEqual(line?.fields["message"], "The assistant failed")
        assert.strictEqual(line?.fields["reason"], reason)
        for (const secret of [question, answered, "model-key", "cannot help"]) {
          assert.notInclude(line?.text ?? "", secret)
          assert.notInclude(JSON.stringify(failure), secret)
        }
      })
    )
  }

  it.effect("INT-015: a silent provider is AssistantUnavailable after the configured time", () =>
    Effect.gen(function* () {
      const { answer, requests } = yield* against("silence")
      const fiber = yield* Effect.forkChild(Effect.flip(answer), { startImmediately: true })
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(fiber), new AssistantUnavailable())
      assert.lengthOf(requests, 1)
    })
  )

  it.effect("INT-015: logs and spans contain no questions or answers", () =>
    Effect.gen(function* () {
      const logs = captureLogs("Trace")
      const spans: Array<Tracer.Span> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const { answer } = yield* against(completion(answered))
      yield* answer.pipe(Effect.withTracer(tracer), Effect.provide(logs.layer))
      assert.isAbove(spans.length, 0)
      const traced = spans.map((span) => [span.name, [...span.attributes], span.annotations])
      for (const text of [question, answered, "Instructions and records", "model-key"]) {
        assert.notInclude(String(traced.flat(3)), text)
        assert.notInclude(
          logs
            .lines()
            .map((line) => line.text)
            .join(""),
          text
        )
      }
    })
  )
})

/** The assistant that environment variables configure. */
const configured = (env: Record<string, string>) =>
  LanguageAssistantLayer.layer.pipe(Layer.provide(Layer.effect(Configuration, Effect.orDie(read(env)))))

describe("the configured assistant", () => {
  it.effect("INT-015: the scripted assistant repeats the question and the number of records, but no record", () =>
    Effect.gen(function* () {
      const assistant = yield* LanguageAssistant
      const records =
        '<records>\n{"record":"message","text":"secret one"}\n{"record":"message","text":"two"}\n</records>'
      const answers = yield* Effect.forEach(
        [
          [{ role: "system", text: `Instructions\n${records}` }, ...prompt.slice(1)],
          [prompt[0], prompt[3]].filter((message) => message !== undefined)
        ] satisfies ReadonlyArray<ReadonlyArray<PromptMessage>>,
        assistant.answer
      )
      assert.deepStrictEqual(answers, [
        { text: `[scripted] 2 records may be read about this. You asked: ${question}`, model: "scripted" },
        { text: `[scripted] 0 records may be read about this. You asked: ${question}`, model: "scripted" }
      ])
    }).pipe(Effect.provide(configured({})))
  )

  it.effect("INT-015: HUB_ASSISTANT=none is AssistantUnavailable", () =>
    Effect.gen(function* () {
      const assistant = yield* LanguageAssistant
      assert.isFalse(assistant.isConfigured)
      assert.deepStrictEqual(yield* Effect.flip(assistant.answer(prompt)), new AssistantUnavailable())
    }).pipe(Effect.provide(configured({ HUB_ASSISTANT: "none" })))
  )

  it.effect("GEN-014: the assistant fault point makes it AssistantUnavailable", () =>
    Effect.gen(function* () {
      const assistant = yield* LanguageAssistant
      const struck = { strike: (point: FaultPoint) => Effect.succeed(point === "assistant") }
      const failing = Effect.provideService(assistant.answer(prompt), Faults, struck)
      assert.deepStrictEqual(yield* Effect.flip(failing), new AssistantUnavailable())
      assert.strictEqual((yield* assistant.answer(prompt)).model, "scripted")
    }).pipe(Effect.provide(configured({})))
  )
})
