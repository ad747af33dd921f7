import { Schema } from "effect"
import { invalidCredential, missingCredential } from "../access/credentialFailures.ts"
import type { Failure } from "../shared/Failure.ts"

/** No session cookie (INT-002, HUB-089). */
export class SessionMissing extends Schema.TaggedError<SessionMissing>()("SessionMissing", {}) {
  static readonly failure = missingCredential
  override get message() {
    return "Sign in: POST /api/v1/session with an operator access token starts a session"
  }
}

/** Not the cookie of a current session of an active operator; the reason is not disclosed (INT-002, INT-046). */
export class SessionInvalid extends Schema.TaggedError<SessionInvalid>()("SessionInvalid", {}) {
  static readonly failure = invalidCredential
  override get message() {
    return "Sign in again: POST /api/v1/session with an operator access token starts a session"
  }
}

/** No access token to sign in with (INT-046, HUB-089). */
export class TokenMissing extends Schema.TaggedError<TokenMissing>()("TokenMissing", {}) {
  static readonly failure = missingCredential
  override get message() {
    return "Send an operator access token as a bearer token"
  }
}

/** Not an operator access token that can start a session; the reason is not disclosed (INT-046). */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {}) {
  static readonly failure = invalidCredential
  override get message() {
    return "Send a current operator access token as a bearer token"
  }
}

/** A changing request that does not come from the operator client's own origin (INT-004, A-48). */
export class OriginRefused extends Schema.TaggedError<OriginRefused>()("OriginRefused", {}) {
  static readonly failure: Failure = {
    kind: "forbidden",
    code: "origin_not_allowed",
    title: "The request comes from another origin"
  }
  override get message() {
    return "Changes require the Origin of this service, or Sec-Fetch-Site: same-origin without an Origin"
  }
}

/** Unknown, archived, or of another organization: indistinguishable (INT-003, INT-011). */
export class WorkspaceMissing extends Schema.TaggedError<WorkspaceMissing>()("WorkspaceMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "Not found" }
  override get message() {
    return "There is no such workspace"
  }
}
