import { Effect, Layer, Schema } from "effect"
import { createLocalJWKSet } from "jose"
import type { AccessTokenClaims, AccessTokenKind } from "../domain/access/AccessTokenClaims.ts"
import { AccessTokens } from "../domain/access/AccessTokens.ts"
import { IssuerUnavailable } from "../domain/access/CredentialErrors.ts"
import { Faults } from "../domain/shared/Faults.ts"
import { type Fetching, fetching, remoteKeys } from "./accessTokens/remoteKeys.ts"
import { makeVerifier, registeredClaims, type TrustedIssuer, type Verifier } from "./accessTokens/makeVerifier.ts"
import { Configuration, type TokenIssuer } from "./Configuration.ts"
import { developmentAudiences, developmentIssuer, developmentKeys } from "./developmentIssuer.ts"

const MemberPayload = Schema.Struct({ ...registeredClaims, email_verified: Schema.optional(Schema.Unknown) })

/** Only namespaced claims count: a plain `permissions` or `org_id` has another meaning (PAR-093). */
const OperatorPayload = Schema.Struct({
  ...registeredClaims,
  "app:hub:permissions": Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
  "app:hub:org_id": Schema.optional(Schema.NullOr(Schema.NonEmptyString))
})

/** The fault point `jwks` acts like an unreachable issuer with nothing cached (GEN-014). */
const keysAtHand = Effect.gen(function* () {
  const { strike } = yield* Faults
  if (yield* strike("jwks")) return yield* new IssuerUnavailable()
})

const make = (issuers: Readonly<Record<AccessTokenKind, TrustedIssuer>>) => {
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
    }))
  }
  return AccessTokens.of({ verify: (kind, token) => Effect.andThen(keysAtHand, verifiers[kind](token)) })
}

const remote = ({ issuer, audience, jwksUrl }: TokenIssuer, options: Fetching): TrustedIssuer => ({
  issuer,
  audience,
  keys: remoteKeys(jwksUrl, options)
})

const development = (kind: AccessTokenKind): TrustedIssuer => ({
  issuer: developmentIssuer,
  audience: developmentAudiences[kind],
  keys: createLocalJWKSet(developmentKeys)
})

/** Verifies tokens of the given issuers, whose keys are fetched. */
export const layerRemote = (
  issuers: Readonly<Record<AccessTokenKind, TokenIssuer>>,
  options: Partial<Fetching> = {}
): Layer.Layer<AccessTokens> =>
  Layer.sync(AccessTokens, () => {
    const settings = { ...fetching, ...options }
    return make({ member: remote(issuers.member, settings), operator: remote(issuers.operator, settings) })
  })

/** Verifies tokens of the development issuer, without a network. */
export const layerDevelopment: Layer.Layer<AccessTokens> = Layer.sync(AccessTokens, () =>
  make({ member: development("member"), operator: development("operator") })
)

/**
 * Verifies tokens of the configured issuers. A kind without one uses the development issuer, which only development
 * allows.
 */
export const layer = (options: Partial<Fetching> = {}): Layer.Layer<AccessTokens, never, Configuration> =>
  Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const { memberTokens, operatorTokens } = yield* Configuration
      const settings = { ...fetching, ...options }
      return make({
        member: memberTokens === undefined ? development("member") : remote(memberTokens, settings),
        operator: operatorTokens === undefined ? development("operator") : remote(operatorTokens, settings)
      })
    })
  )
