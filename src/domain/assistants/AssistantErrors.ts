import { Schema } from "effect"
import { missingCredential } from "../access/credentialFailures.ts"
import type { Failure } from "../shared/Failure.ts"
import { type AssistantScope, assistantScopes } from "./assistantScopes.ts"

const forbidden = (code: string, title: string): Failure => ({ kind: "forbidden", code, title })

/** No issuer or no resource is configured (INT-036). */
export class AssistantUnconfigured extends Schema.TaggedError<AssistantUnconfigured>()("AssistantUnconfigured", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "assistant_not_configured",
    title: "The assistant endpoint is not configured"
  }
  override get message() {
    return "This deployment has no authorization server for assistant hosts"
  }
}

export class AssistantTokenMissing extends Schema.TaggedError<AssistantTokenMissing>()("AssistantTokenMissing", {}) {
  static readonly failure = missingCredential
  override get message() {
    return "Send an access token for this resource as a bearer token"
  }
}

/** Not a token of the configured issuer for this resource, or expired (INT-018 to INT-022). */
export class AssistantTokenInvalid extends Schema.TaggedError<AssistantTokenInvalid>()("AssistantTokenInvalid", {
  reason: Schema.Literals(["expired", "not_accepted"])
}) {
  static readonly failure: Failure = {
    kind: "unauthenticated",
    code: "invalid_access_token",
    title: "The access token is not valid"
  }
  override get message() {
    return this.reason === "expired" ? "The access token has expired" : "The access token is not valid"
  }
}

/** The request's `Origin` differs from the origin of the resource (INT-030). */
export class AssistantOriginRefused extends Schema.TaggedError<AssistantOriginRefused>()("AssistantOriginRefused", {}) {
  static readonly failure = forbidden("origin_not_allowed", "The origin is not allowed")
  override get message() {
    return "The Origin header must be absent or equal the origin of the resource"
  }
}

/** Not registered, or no longer on the allowlist: indistinguishable (INT-025). */
export class AssistantClientRefused extends Schema.TaggedError<AssistantClientRefused>()("AssistantClientRefused", {}) {
  static readonly failure = forbidden("client_not_allowed", "The assistant host is not allowed")
  override get message() {
    return "The token's client_id is not on the allowlist of this deployment"
  }
}

/** The token lacks a scope: every request requires the read scope, changes also the write scope. */
export class AssistantScopeMissing extends Schema.TaggedError<AssistantScopeMissing>()("AssistantScopeMissing", {
  requiredScope: Schema.Literals(assistantScopes)
}) {
  static readonly failure = forbidden("insufficient_scope", "The access token lacks a scope")
  static of(requiredScope: AssistantScope) {
    return new AssistantScopeMissing({ requiredScope })
  }
  override get message() {
    return `Needs the scope ${this.requiredScope}`
  }
}

/** The token's organization is unknown or not the requested one (INT-024). */
export class AssistantOrganizationRefused extends Schema.TaggedError<AssistantOrganizationRefused>()(
  "AssistantOrganizationRefused",
  {}
) {
  static readonly failure = forbidden("organization_mismatch", "The organization does not match the token")
  override get message() {
    return "The token's org_id does not identify the requested organization"
  }
}

/** The token's subject is not an active operator of the organization (INT-023). */
export class AssistantOperatorRefused extends Schema.TaggedError<AssistantOperatorRefused>()(
  "AssistantOperatorRefused",
  {}
) {
  static readonly failure = forbidden("operator_not_allowed", "The token does not identify an active operator")
  override get message() {
    return "The token's subject is not an active operator of the organization"
  }
}
