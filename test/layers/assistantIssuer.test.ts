import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { complete, read, refused } from "../support/configuration.ts"
import { developmentIssuer } from "../../src/layers/developmentIssuer.ts"

const issuer = "https://login.example.com/tenant/"
const resource = "https://hub.example.com/api/operator-mcp"

describe("the settings of the assistant endpoint", () => {
  it.effect("INT-036: without an issuer there is nobody whose tokens count, except in development", () =>
    Effect.gen(function* () {
      for (const environment of ["production", "sandbox"]) {
        const configuration = yield* read({ ...complete, HUB_ENV: environment })
        assert.isUndefined(configuration.assistantTokens, environment)
      }
      assert.deepStrictEqual((yield* read({})).assistantTokens, {
        issuer: developmentIssuer,
        resource: "http://127.0.0.1:8080/api/operator-mcp",
        jwksUrl: undefined
      })
    })
  )

  it.effect("INT-021: the resource is the address of the endpoint below PUBLIC_URL, or HUB_ASSISTANT_RESOURCE", () =>
    Effect.gen(function* () {
      const env = { ...complete, PUBLIC_URL: "https://hub.example.com/", HUB_ASSISTANT_OAUTH_ISSUER: issuer }
      assert.strictEqual((yield* read(env)).assistantTokens?.resource, resource)
      const other = "https://assistants.example.com/api/operator-mcp"
      assert.strictEqual((yield* read({ ...env, HUB_ASSISTANT_RESOURCE: other })).assistantTokens?.resource, other)
      const development = yield* read({ HUB_ASSISTANT_RESOURCE: other })
      assert.deepStrictEqual(development.assistantTokens, {
        issuer: developmentIssuer,
        resource: other,
        jwksUrl: undefined
      })
    })
  )

  it.effect(
    "INT-019, INT-020: the issuer is kept as written, and its keys are below it unless their URL is configured",
    () =>
      Effect.gen(function* () {
        const env = { ...complete, HUB_ASSISTANT_OAUTH_ISSUER: issuer, HUB_ASSISTANT_RESOURCE: resource }
        const { assistantTokens } = yield* read(env)
        assert.strictEqual(assistantTokens?.issuer, issuer)
        assert.strictEqual(assistantTokens?.jwksUrl, "https://login.example.com/tenant/oauth2/jwks")
        const elsewhere = "https://keys.example.com/assistants"
        assert.strictEqual(
          (yield* read({ ...env, HUB_ASSISTANT_OAUTH_JWKS_URL: elsewhere })).assistantTokens?.jwksUrl,
          elsewhere
        )
      })
  )

  it.effect(
    "GEN-002: refuses settings that would accept another kind of token or fetch keys in plaintext, and partial ones",
    () =>
      Effect.gen(function* () {
        const env = { ...complete, HUB_ASSISTANT_OAUTH_ISSUER: issuer, HUB_ASSISTANT_RESOURCE: resource }
        const namesOf = (settings: Record<string, string>) => Effect.map(refused(settings), ({ names }) => names)
        const namesWith = (change: Record<string, string>) => namesOf({ ...env, ...change })
        assert.include(
          yield* namesWith({ HUB_ASSISTANT_OAUTH_ISSUER: developmentIssuer }),
          "HUB_ASSISTANT_OAUTH_ISSUER"
        )
        assert.include(
          yield* namesWith({ HUB_ASSISTANT_OAUTH_ISSUER: "http://login.example.com" }),
          "HUB_ASSISTANT_OAUTH_ISSUER"
        )
        assert.include(
          yield* namesWith({ HUB_ASSISTANT_OAUTH_JWKS_URL: "http://login.example.com/jwks" }),
          "HUB_ASSISTANT_OAUTH_JWKS_URL"
        )
        assert.include(yield* namesWith({ HUB_OPERATOR_AUDIENCE: resource }), "HUB_OPERATOR_AUDIENCE")
        assert.include(yield* namesWith({ HUB_MEMBER_AUDIENCE: resource }), "HUB_MEMBER_AUDIENCE")
        assert.include(yield* namesOf({ ...complete, HUB_ASSISTANT_OAUTH_ISSUER: issuer }), "HUB_ASSISTANT_RESOURCE")
        assert.include(yield* namesOf({ ...complete, HUB_ASSISTANT_RESOURCE: resource }), "HUB_ASSISTANT_OAUTH_ISSUER")
        assert.include(yield* namesOf({ HUB_ASSISTANT_OAUTH_JWKS_URL: issuer }), "HUB_ASSISTANT_OAUTH_ISSUER")
      })
  )
})
