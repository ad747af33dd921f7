import { Effect, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { bearerToken } from "../../domain/access/bearerToken.ts"
import { Digests } from "../../domain/shared/Digests.ts"

/** Whether the request has this bearer token, compared in constant time. */
export const sendsToken = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { equal, sha256 } = yield* Digests
  const bearer = bearerToken(headers["authorization"] ?? "")
  return bearer !== undefined && equal(sha256(bearer), sha256(Redacted.value(token)))
})
