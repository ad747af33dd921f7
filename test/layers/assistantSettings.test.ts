import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { claimLease } from "../../src/domain/delivery/nextAttempt.ts"
import { complete, type Env, read, refused } from "../support/configuration.ts"

const provider = {
  HUB_ASSISTANT_URL: "https://models.example.com/v1/",
  HUB_ASSISTANT_MODEL: "model-1",
  HUB_ASSISTANT_KEY: "model-key"
}

const assistant = (env: Env) => Effect.map(read(env), (configuration) => configuration.assistant)
const names = (env: Env) => Effect.map(refused(env), (failure) => failure.names)

describe("the settings of the assistant", () => {
  it.effect("INT-015: a provider if configured, else the script in development and none elsewhere", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* assistant({}), { kind: "scripted", timeoutMs: 12_000 })
      assert.deepStrictEqual(yield* assistant(complete), { kind: "none", timeoutMs: 12_000 })
      const expected = {
        kind: "provider",
        timeoutMs: 12_000,
        url: "https://models.example.com/v1",
        key: Redacted.make("model-key"),
        model: "model-1",
        maxTokens: 800,
        tokensField: "max_completion_tokens"
      }
      for (const env of [provider, { ...complete, ...provider }]) {
        assert.deepStrictEqual<unknown>(yield* assistant(env), expected)
      }
      assert.strictEqual((yield* assistant({ ...provider, HUB_ASSISTANT: "none" })).kind, "none")
      assert.strictEqual((yield* assistant({ ...provider, HUB_ASSISTANT: "scripted" })).kind, "scripted")
    })
  )

  it.effect("INT-015: the timeout of an answer is below that of a request", () =>
    Effect.gen(function* () {
      const waits = (env: Env) => Effect.map(assistant(env), ({ timeoutMs }) => timeoutMs)
      assert.strictEqual(yield* waits({ HUB_REQUEST_TIMEOUT_MS: "60000" }), 57_000)
      assert.strictEqual(yield* waits({ HUB_REQUEST_TIMEOUT_MS: "4000" }), 2000)
      assert.strictEqual(yield* waits({ HUB_ASSISTANT_TIMEOUT_MS: "9000" }), 9000)
      assert.deepStrictEqual(yield* names({ HUB_ASSISTANT_TIMEOUT_MS: "15000" }), ["HUB_ASSISTANT_TIMEOUT_MS"])
    })
  )

  it.effect("INT-044: the answer of a consultation arrives while its outbox entry is claimed", () =>
    Effect.gen(function* () {
      const slow = { HUB_REQUEST_TIMEOUT_MS: "600000" }
      const { timeoutMs } = yield* assistant(slow)
      assert.strictEqual(timeoutMs, 90_000)
      assert.isBelow(timeoutMs, Duration.toMillis(claimLease))
      assert.strictEqual((yield* assistant({ ...slow, HUB_ASSISTANT_TIMEOUT_MS: "90000" })).timeoutMs, 90_000)
      const longer = { ...slow, HUB_ASSISTANT_TIMEOUT_MS: "90001" }
      assert.deepStrictEqual(yield* names(longer), ["HUB_ASSISTANT_TIMEOUT_MS"])
    })
  )

  it.effect("INT-015: refuses a partial provider, the script outside development, and a key sent in plaintext", () =>
    Effect.gen(function* () {
      const { HUB_ASSISTANT_KEY, HUB_ASSISTANT_MODEL, HUB_ASSISTANT_URL } = provider
      assert.deepStrictEqual(yield* names({ HUB_ASSISTANT_URL }), ["HUB_ASSISTANT_MODEL"])
      assert.deepStrictEqual(yield* names({ HUB_ASSISTANT_MODEL }), ["HUB_ASSISTANT_URL"])
      assert.deepStrictEqual(yield* names({ HUB_ASSISTANT_KEY }), ["HUB_ASSISTANT_URL"])
      assert.deepStrictEqual(yield* names({ HUB_ASSISTANT: "provider" }), ["HUB_ASSISTANT_URL"])
      assert.deepStrictEqual(yield* names({ ...complete, HUB_ASSISTANT: "scripted" }), ["HUB_ASSISTANT"])
      const clear = { ...provider, HUB_ASSISTANT_URL: "http://models.internal/v1" }
      assert.deepStrictEqual(yield* names({ ...complete, ...clear }), ["HUB_ASSISTANT_URL"])
      const allowed = yield* assistant({ ...complete, ...clear, HUB_ALLOW_PLAINTEXT: "models.internal" })
      assert.strictEqual(allowed.kind, "provider")
      for (const env of [{ HUB_ASSISTANT_MAX_TOKENS: "0" }, { HUB_ASSISTANT_TOKENS_FIELD: "tokens" }]) {
        assert.deepStrictEqual(yield* names(env), Object.keys(env))
      }
    })
  )
})
