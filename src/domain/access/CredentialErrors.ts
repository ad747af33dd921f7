import { Effect, Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/**
 * A rejected access token. `reason` is the first check that failed, for logs and metrics; `expired` and `claims` are
 * reported only for tokens signed by their issuer. Callers learn only whether to fetch a new token, so to them the
 * reason is `undisclosed`.
 */
export class TokenRefused extends Schema.TaggedError<TokenRefused>()("TokenRefused", {
  reason: Schema.Literals(["malformed", "signature", "issuer", "audience", "expired", "claims", "undisclosed"]).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("undisclosed"))
  )
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

/** The issuer's keys are unavailable, so the token cannot be verified. It is never let through. */
export class IssuerUnavailable extends Schema.TaggedError<IssuerUnavailable>()("IssuerUnavailable", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "identity_provider_unavailable",
    title: "The identity provider is not available"
  }
  override get message() {
    return "The access token cannot be verified at the moment"
  }
}
