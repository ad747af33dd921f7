import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

const unauthenticated = (code: string, title: string): Failure => ({ kind: "unauthenticated", code, title })
const forbidden = (code: string, title: string): Failure => ({ kind: "forbidden", code, title })

export class CredentialsAmbiguous extends Schema.TaggedError<CredentialsAmbiguous>()("CredentialsAmbiguous", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "ambiguous_credentials",
    title: "Two different credentials were sent"
  }
  override get message() {
    return "X-API-Key and Authorization carry different credentials: send one of them"
  }
}

export class CredentialsMissing extends Schema.TaggedError<CredentialsMissing>()("CredentialsMissing", {}) {
  static readonly failure = unauthenticated("missing_credentials", "A credential is required")
  override get message() {
    return "Send an API key as X-API-Key, or an operator access token as a bearer token"
  }
}

/** `reason` is disclosed only to a caller who presents the right secret of a revoked key. */
export class ApiKeyInvalid extends Schema.TaggedError<ApiKeyInvalid>()("ApiKeyInvalid", {
  reason: Schema.optionalKey(Schema.Literal("revoked"))
}) {
  static readonly failure = unauthenticated("invalid_api_key", "The API key is not accepted")
  override get message() {
    return this.reason === undefined ? "The API key is not valid here" : "The API key has been revoked"
  }
}

export class AccessTokenInvalid extends Schema.TaggedError<AccessTokenInvalid>()("AccessTokenInvalid", {}) {
  static readonly failure = unauthenticated("invalid_access_token", "The access token is not accepted")
  override get message() {
    return "A bearer token must be a current operator access token; API keys go into X-API-Key"
  }
}

/** A genuine credential that has expired. */
export class CredentialsExpired extends Schema.TaggedError<CredentialsExpired>()("CredentialsExpired", {
  reason: Schema.Literal("expired")
}) {
  static readonly failure = unauthenticated("expired_credentials", "The credential has expired")
  override get message() {
    return "The credential has expired: get a new one"
  }
}

export class AuthLevelNotAllowed extends Schema.TaggedError<AuthLevelNotAllowed>()("AuthLevelNotAllowed", {
  reason: Schema.Literal("service_level")
}) {
  static readonly failure = forbidden("auth_level_not_allowed", "Keys of this level are not accepted here")
  override get message() {
    return "Keys of level service are not accepted on partner routes"
  }
}

/** The credential belongs to no organization, or a write by global staff names none (PAR-094, A-31). */
export class OrganizationMissing extends Schema.TaggedError<OrganizationMissing>()("OrganizationMissing", {
  reason: Schema.Literals(["no_organization", "organization_required"])
}) {
  static readonly failure = forbidden("no_organization", "No organization to act for")
  override get message() {
    return this.reason === "no_organization"
      ? "The credential belongs to no organization"
      : "Specify the organization that the change is for"
  }
}

/** Only staff may emulate, and `organizationId` must not differ from the emulated organization (PAR-095, A-09). */
export class EmulationNotAllowed extends Schema.TaggedError<EmulationNotAllowed>()("EmulationNotAllowed", {
  reason: Schema.Literals(["staff_only", "organization_mismatch"])
}) {
  static readonly failure = forbidden("emulation_not_allowed", "Emulation is not allowed")
  override get message() {
    return this.reason === "staff_only"
      ? "Only staff may send X-Emulate-Org-Id and X-Emulate-Property-Ids"
      : "organizationId differs from X-Emulate-Org-Id"
  }
}

/** Emulation headers without a target. Ignoring them would return more than the caller requested. */
export class EmulationIncomplete extends Schema.TaggedError<EmulationIncomplete>()("EmulationIncomplete", {
  issues: Schema.Array(Schema.Struct({ field: Schema.String, in: Schema.Literal("header"), message: Schema.String }))
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_parameter",
    title: "The request is not valid"
  }
  override get message() {
    return this.issues.map((issue) => `${issue.field}: ${issue.message}`).join("; ")
  }
}
