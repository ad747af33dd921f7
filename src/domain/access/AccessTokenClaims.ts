import { Schema } from "effect"

/** The claims of a verified member token (MEM-003). `subject` is `members.identity_subject`. */
export const MemberTokenClaims = Schema.Struct({
  subject: Schema.NonEmptyString,
  expiresAt: Schema.DateTimeUtc,
  /** True only if the issuer vouches for the address (MEM-113). */
  emailVerified: Schema.Boolean
})
export type MemberTokenClaims = typeof MemberTokenClaims.Type

/** The claims of a verified operator access token (PAR-093). `subject` is `operators.identity_subject`. */
export const OperatorTokenClaims = Schema.Struct({
  subject: Schema.NonEmptyString,
  expiresAt: Schema.DateTimeUtc,
  permissions: Schema.Array(Schema.String),
  /** The identity provider's id of the organization; absent when the operator has none (PAR-094). */
  organization: Schema.UndefinedOr(Schema.NonEmptyString)
})
export type OperatorTokenClaims = typeof OperatorTokenClaims.Type

/**
 * The claims of a verified token of an assistant host (INT-022 to INT-026). `subject` is `operators.identity_subject`.
 */
export const AssistantTokenClaims = Schema.Struct({
  subject: Schema.NonEmptyString,
  expiresAt: Schema.DateTimeUtc,
  /** The identity provider's id of the organization. */
  orgId: Schema.NonEmptyString,
  clientId: Schema.NonEmptyString,
  scopes: Schema.Array(Schema.String)
})
export type AssistantTokenClaims = typeof AssistantTokenClaims.Type

/** The claims by kind of token. A token of one kind never passes as another (GEN-002). */
export interface AccessTokenClaims {
  readonly member: MemberTokenClaims
  readonly operator: OperatorTokenClaims
  readonly assistant: AssistantTokenClaims
}

export type AccessTokenKind = keyof AccessTokenClaims
