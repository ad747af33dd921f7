import { Effect, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { bearerToken } from "../../domain/access/bearerToken.ts"
import { Digests } from "../../domain/shared/Digests.ts"

/** Whether the request carries this bearer token, compared in constant time. */
export const sendsToken = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { equal, sha256 } = yield* Digests
  const sent = bearerToken(headers["authorization"] ?? "")
  return sent !== undefined && equal(sha256(sent), sha256(Redacted.value(token)))
})
