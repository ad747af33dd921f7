import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import { AccessTokens } from "../../src/domain/access/AccessTokens.ts"
import * as AccessTokensLayer from "../../src/layers/AccessTokensLayer.ts"
import * as Configuration from "../../src/layers/Configuration.ts"
import * as DevelopmentIssuer from "../../src/layers/developmentIssuer.ts"
import { at, genuine, issuers, now, published, reasonFor, sign } from "./signedTokens.ts"

describe("the development issuer", () => {
  const input = {
    ...DevelopmentIssuer.demoValidity,
    subject: "operator-1",
    permissions: ["a:read"],
    organization: "org_a"
  }

  layer(AccessTokensLayer.layerDevelopment("http://127.0.0.1:8080/api/operator-mcp"))((it) => {
    it.effect("MEM-003, PAR-093: signs member and operator tokens that development accepts", () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        const member = yield* DevelopmentIssuer.mintMemberToken({ ...input, emailVerified: true })
        const operator = yield* DevelopmentIssuer.mintOperatorToken(input)
        assert.isTrue((yield* tokens.verify("member", member)).emailVerified)
        const claims = yield* tokens.verify("operator", operator)
        assert.deepStrictEqual(claims.permissions, ["a:read"])
        assert.strictEqual(claims.organization, "org_a")
        assert.strictEqual(DateTime.formatIso(claims.expiresAt), "2036-01-01T00:00:00.000Z")
      })
    )

    it.effect("PAR-093: signs operator tokens without an organization", () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        const token = yield* DevelopmentIssuer.mintOperatorToken({ ...input, organization: undefined })
        assert.strictEqual((yield* tokens.verify("operator", token)).organization, undefined)
      })
    )

    it.effect("GEN-002: its assistant tokens are neither member nor operator tokens", () =>
      Effect.gen(function* () {
        yield* at(now)
        const token = yield* DevelopmentIssuer.mintAssistantToken({
          ...input,
          resource: DevelopmentIssuer.assistantResource("http://127.0.0.1:8080/"),
          clientId: DevelopmentIssuer.developmentClientId,
          scopes: ["hub:collaboration:read"]
        })
        assert.strictEqual(yield* reasonFor("member", token), "audience")
        assert.strictEqual(yield* reasonFor("operator", token), "audience")
        const verified = yield* AccessTokens.use(({ verify }) => verify("assistant", token))
        assert.deepStrictEqual([verified.clientId, verified.scopes], ["hub-assistant", ["hub:collaboration:read"]])
        const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
        assert.deepInclude(claims, {
          aud: "http://127.0.0.1:8080/api/operator-mcp",
          client_id: "hub-assistant",
          scope: "hub:collaboration:read",
          org_id: "org_a"
        })
      })
    )
  })

  it.effect("signs the same text for the same input", () =>
    Effect.gen(function* () {
      const token = yield* DevelopmentIssuer.mintOperatorToken(input)
      assert.strictEqual(yield* DevelopmentIssuer.mintOperatorToken(input), token)
      assert.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      assert.notStrictEqual(yield* DevelopmentIssuer.mintOperatorToken({ ...input, subject: "operator-2" }), token)
    })
  )

  it.effect("GEN-002: its tokens are refused if another issuer is configured, even one of the same name", () =>
    Effect.gen(function* () {
      yield* at(now)
      const token = yield* DevelopmentIssuer.mintMemberToken({ ...input, emailVerified: true })
      assert.strictEqual(yield* reasonFor("member", token), "signature")
    }).pipe(
      Effect.provide(
        AccessTokensLayer.layerRemote(
          { ...issuers, member: { ...issuers.member, issuer: DevelopmentIssuer.developmentIssuer } },
          { fetch: async () => Response.json(published) }
        )
      )
    )
  )

  const withEnvironment = (env: Record<string, string>) =>
    AccessTokensLayer.layer({ fetch: async () => Response.json(published) }).pipe(
      Layer.provide(Configuration.layer()),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
    )

  const configured = {
    HUB_MEMBER_ISSUER: issuers.member.issuer,
    HUB_MEMBER_AUDIENCE: issuers.member.audience,
    HUB_MEMBER_JWKS_URL: issuers.member.jwksUrl
  }

  it.effect("MEM-003, PAR-093: replaces each issuer that development does not configure", () =>
    Effect.gen(function* () {
      yield* at(now)
      const tokens = yield* AccessTokens
      yield* tokens.verify("operator", yield* DevelopmentIssuer.mintOperatorToken(input))
      yield* tokens.verify("member", yield* sign(genuine.member))
      const member = yield* DevelopmentIssuer.mintMemberToken({ ...input, emailVerified: true })
      assert.strictEqual(yield* reasonFor("member", member), "signature")
    }).pipe(Effect.provide(withEnvironment(configured)))
  )

  for (const environment of ["production", "sandbox"]) {
    const complete = {
      ...configured,
      HUB_ENV: environment,
      HUB_SECRET: "a-secret-of-forty-characters-is-enough-0",
      DATABASE_URL: "postgres://db.internal/hub",
      HUB_OPERATOR_ISSUER: issuers.operator.issuer,
      HUB_OPERATOR_AUDIENCE: issuers.operator.audience,
      HUB_OPERATOR_JWKS_URL: issuers.operator.jwksUrl
    }

    it.effect(`GEN-002: is refused in ${environment}`, () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        const operator = yield* DevelopmentIssuer.mintOperatorToken(input)
        const member = yield* DevelopmentIssuer.mintMemberToken({ ...input, emailVerified: true })
        assert.strictEqual(yield* reasonFor("operator", operator), "signature")
        assert.strictEqual(yield* reasonFor("member", member), "signature")
        yield* tokens.verify("operator", yield* sign(genuine.operator))
      }).pipe(Effect.provide(withEnvironment(complete)))
    )
  }
})
