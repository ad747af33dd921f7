import { Effect, Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/**
 * An access token that does not count. `reason` is the first check that failed, for logs and metrics: `expired` and
 * `claims` are said only of a token that its issuer signed. Callers learn no more than whether to get a new one: to
 * them the reason is `untold`.
 */
export class TokenRefused extends Schema.TaggedError<TokenRefused>()("TokenRefused", {
  reason: Schema.Literals(["malformed", "signature", "issuer", "audience", "expired", "claims", "untold"]).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("untold"))
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

/** The keys of the token issuer cannot be had, so nothing can be said about a token. It is never let through. */
export class IssuerUnavailable extends Schema.TaggedError<IssuerUnavailable>()("IssuerUnavailable", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "identity_provider_unavailable",
    title: "The identity provider is not available"
  }
  override get message() {
    return "The access token cannot be checked at the moment"
  }
}
