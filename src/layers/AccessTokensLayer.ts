import { Effect, Layer, Schema } from "effect"
import { createLocalJWKSet } from "jose"
import type { AccessTokenClaims, AccessTokenKind } from "../domain/access/AccessTokenClaims.ts"
import { AccessTokens } from "../domain/access/AccessTokens.ts"
import { IssuerUnavailable, TokenRefused } from "../domain/access/CredentialErrors.ts"
import { Faults } from "../domain/shared/Faults.ts"
import { PlainText } from "../domain/shared/PlainText.ts"
import { type Fetching, fetching, remoteKeys } from "./accessTokens/remoteKeys.ts"
import {
  makeVerifier,
  NumericDate,
  registeredClaims,
  type TrustedIssuer,
  type Verifier
} from "./accessTokens/makeVerifier.ts"
import { Configuration, type TokenIssuer } from "./Configuration.ts"
import type { AssistantIssuer } from "./configuration/assistantIssuer.ts"
import { developmentAudiences, developmentIssuer, developmentKeys } from "./developmentIssuer.ts"

const MemberPayload = Schema.Struct({ ...registeredClaims, email_verified: Schema.optional(Schema.Unknown) })

/** Only namespaced claims count: a plain `permissions` or `org_id` has another meaning (PAR-093). */
const OperatorPayload = Schema.Struct({
  ...registeredClaims,
  "app:hub:permissions": Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
  "app:hub:org_id": Schema.optional(Schema.NullOr(Schema.NonEmptyString))
})

const claim = PlainText(255)

/** `scope` is a text of scopes with a space between them (RFC 8693 section 4.2). */
const AssistantPayload = Schema.Struct({
  ...registeredClaims,
  iat: NumericDate,
  org_id: claim,
  client_id: claim,
  scope: Schema.optional(Schema.String)
})

/** The fault point `jwks` makes the issuer unreachable with no key cached (GEN-014). */
const keysReachable = Effect.gen(function* () {
  const { strike } = yield* Faults
  if (yield* strike("jwks")) return yield* new IssuerUnavailable()
})

/** No issuer of this kind of token is configured: every token is rejected. */
const rejectAll: Verifier<never> = () => new TokenRefused({ reason: "issuer" })

type TrustedIssuers = Readonly<Record<Exclude<AccessTokenKind, "assistant">, TrustedIssuer>> & {
  readonly assistant: TrustedIssuer | undefined
}

const make = (issuers: TrustedIssuers) => {
  const verifiers: { readonly [K in AccessTokenKind]: Verifier<AccessTokenClaims[K]> } = {
    member: makeVerifier(issuers.member, MemberPayload, (payload, expiresAt) => ({
      subject: payload.sub,
      expiresAt,
      emailVerified: payload.email_verified === true
    })),
    operator: makeVerifier(issuers.operator, OperatorPayload, (payload, expiresAt) => ({
      subject: payload.sub,
      expiresAt,
      permissions: payload["app:hub:permissions"] ?? [],
      organization: payload["app:hub:org_id"] ?? undefined
    })),
    assistant:
      issuers.assistant === undefined
        ? rejectAll
        : makeVerifier(issuers.assistant, AssistantPayload, (payload, expiresAt) => ({
            subject: payload.sub,
            expiresAt,
            orgId: payload.org_id,
            clientId: payload.client_id,
            scopes: (payload.scope ?? "").split(" ").filter((scope) => scope !== "")
          }))
  }
  return AccessTokens.of({ verify: (kind, token) => Effect.andThen(keysReachable, verifiers[kind](token)) })
}

const remote = ({ issuer, audience, jwksUrl }: TokenIssuer, options: Fetching): TrustedIssuer => ({
  issuer,
  audience,
  keys: remoteKeys(jwksUrl, options)
})

const developmentFor = (audience: string): TrustedIssuer => ({
  issuer: developmentIssuer,
  audience,
  keys: createLocalJWKSet(developmentKeys)
})

const development = (kind: keyof typeof developmentAudiences) => developmentFor(developmentAudiences[kind])

/** The audience of an assistant token is the full URL of the resource it was issued for (INT-021). */
const assistant = (tokens: AssistantIssuer | undefined, options: Fetching): TrustedIssuer | undefined => {
  if (tokens === undefined) return undefined
  const { issuer, jwksUrl, resource: audience } = tokens
  return jwksUrl === undefined ? developmentFor(audience) : remote({ issuer, audience, jwksUrl }, options)
}

/** Verifies tokens of `issuers`, whose keys are fetched. Assistant tokens are rejected unless their issuer is given. */
export const layerRemote = (
  issuers: Readonly<Record<Exclude<AccessTokenKind, "assistant">, TokenIssuer>> & {
    readonly assistant?: AssistantIssuer | undefined
  },
  options: Partial<Fetching> = {}
): Layer.Layer<AccessTokens> =>
  Layer.sync(AccessTokens, () => {
    const settings = { ...fetching, ...options }
    return make({
      member: remote(issuers.member, settings),
      operator: remote(issuers.operator, settings),
      assistant: assistant(issuers.assistant, settings)
    })
  })

/** Verifies tokens of the development issuer, offline; assistant tokens must be issued for `resource`. */
export const layerDevelopment = (resource: string): Layer.Layer<AccessTokens> =>
  Layer.sync(AccessTokens, () =>
    make({
      member: development("member"),
      operator: development("operator"),
      assistant: developmentFor(resource)
    })
  )

/**
 * Verifies tokens of the configured issuers. A kind without one uses the development issuer, which only development
 * allows.
 */
export const layer = (options: Partial<Fetching> = {}): Layer.Layer<AccessTokens, never, Configuration> =>
  Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const { assistantTokens, memberTokens, operatorTokens } = yield* Configuration
      const settings = { ...fetching, ...options }
      return make({
        member: memberTokens === undefined ? development("member") : remote(memberTokens, settings),
        operator: operatorTokens === undefined ? development("operator") : remote(operatorTokens, settings),
        assistant: assistant(assistantTokens, settings)
      })
    })
  )
