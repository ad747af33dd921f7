import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import type { AccessTokenKind } from "../../src/domain/access/AccessTokenClaims.ts"
import { AccessTokens } from "../../src/domain/access/AccessTokens.ts"
import { TokenRefused } from "../../src/domain/access/CredentialErrors.ts"
import * as AccessTokensLayer from "../../src/layers/AccessTokensLayer.ts"

export const now = Date.UTC(2026, 5, 1) / 1000

export const issuers = {
  member: { issuer: "https://login.example.com", audience: "hub-members", jwksUrl: "https://login.example.com/jwks" },
  operator: {
    issuer: "https://login.example.com",
    audience: "hub-operators",
    jwksUrl: "https://login.example.com/jwks"
  },
  assistant: {
    issuer: "https://login.example.com",
    resource: "https://hub.example.com/api/operator-mcp",
    jwksUrl: "https://login.example.com/oauth2/jwks"
  }
}

export const trusted: GenerateKeyPairResult = await generateKeyPair("RS256", { extractable: true })
export const stranger: GenerateKeyPairResult = await generateKeyPair("RS256")
export const elliptic: GenerateKeyPairResult = await generateKeyPair("ES256", { extractable: true })
export const published = {
  keys: [
    { ...(await exportJWK(trusted.publicKey)), kid: "known", use: "sig" },
    { ...(await exportJWK(elliptic.publicKey)), kid: "elliptic", use: "sig" }
  ]
}

export const ordinary: JWTPayload = {
  iss: "https://login.example.com",
  sub: "subject-1",
  iat: now - 10,
  exp: now + 600
}
export const genuine: Record<AccessTokenKind, JWTPayload> = {
  member: { ...ordinary, aud: "hub-members", email_verified: true },
  operator: {
    ...ordinary,
    aud: "hub-operators",
    "app:hub:permissions": ["partner:arrivals:read"],
    "app:hub:org_id": "org_a"
  },
  assistant: {
    ...ordinary,
    aud: "https://hub.example.com/api/operator-mcp",
    org_id: "org_a",
    client_id: "assistant-host",
    scope: "hub:collaboration:read hub:collaboration:write"
  }
}

export const sign = (claims: JWTPayload, { alg = "RS256", kid = "known", key = trusted.privateKey } = {}) =>
  Effect.promise(() => new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key))

export const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

export const reasonFor = (kind: AccessTokenKind, token: string) =>
  Effect.gen(function* () {
    const tokens = yield* AccessTokens
    const error = yield* Effect.flip(tokens.verify(kind, token))
    return error instanceof TokenRefused ? error.reason : error._tag
  })

export const at = (seconds: number) => TestClock.setTime(seconds * 1000)

export const layerPublished = AccessTokensLayer.layerRemote(issuers, { fetch: async () => Response.json(published) })

export const signWith = (alg: string, jwk: Record<string, unknown>, kid: string, claims: JWTPayload) =>
  Effect.promise(() => new SignJWT(claims).setProtectedHeader({ alg, kid }).sign({ ...jwk, kty: "RSA", alg }))

export const signedText = async (payload: string) => {
  const signed = `${encoded({ alg: "RS256", kid: "known" })}.${Buffer.from(payload).toString("base64url")}`
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", trusted.privateKey, Buffer.from(signed))
  return `${signed}.${Buffer.from(signature).toString("base64url")}`
}
