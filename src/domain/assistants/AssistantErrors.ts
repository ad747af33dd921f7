import { Schema } from "effect"
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
  static readonly failure: Failure = {
    kind: "unauthenticated",
    code: "missing_credential",
    title: "A credential is needed"
  }
  override get message() {
    return "Send an access token for this resource as a bearer token"
  }
}

/** No token of the configured issuer for this resource, or one that has expired (INT-018 to INT-022). */
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

/** A browser sends the request for a page of another origin than that of the resource (INT-030). */
export class AssistantOriginRefused extends Schema.TaggedError<AssistantOriginRefused>()("AssistantOriginRefused", {}) {
  static readonly failure = forbidden("origin_not_allowed", "The origin is not allowed")
  override get message() {
    return "The Origin header may be absent; else it must be the origin of the resource"
  }
}

/** Not registered, or no longer on the allowlist: indistinguishable (INT-025). */
export class AssistantClientRefused extends Schema.TaggedError<AssistantClientRefused>()("AssistantClientRefused", {}) {
  static readonly failure = forbidden("client_not_allowed", "The assistant host is not allowed")
  override get message() {
    return "The token's client_id is not on the allowlist of this deployment"
  }
}

/** The token lacks a scope; every request needs the one to read, what changes something the one to write. */
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

/** The token's organization is not the one requested, as far as it is one at all (INT-024). */
export class AssistantOrganizationRefused extends Schema.TaggedError<AssistantOrganizationRefused>()(
  "AssistantOrganizationRefused",
  {}
) {
  static readonly failure = forbidden("organization_mismatch", "The organization is not that of the token")
  override get message() {
    return "The token's org_id does not stand for the requested organization"
  }
}

/** The token's subject is no active operator of the organization (INT-023). */
export class AssistantOperatorRefused extends Schema.TaggedError<AssistantOperatorRefused>()(
  "AssistantOperatorRefused",
  {}
) {
  static readonly failure = forbidden("operator_not_allowed", "The token stands for no active operator")
  override get message() {
    return "The token's subject is not an active operator of the organization"
  }
}
