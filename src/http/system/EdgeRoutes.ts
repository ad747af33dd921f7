import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CustomDomains } from "../../domain/customDomains/CustomDomains.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { Digests } from "../../domain/shared/Digests.ts"
import { isLoopback } from "../../domain/shared/isLoopback.ts"
import { queryOf } from "../surface/queryOf.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { RouteUnknown } from "../surface/transportFailures.ts"
import { withRequestDeadline } from "../surface/withRequestDeadline.ts"
import { plainRoute } from "./plainRoute.ts"
import { sendsToken } from "./sendsToken.ts"

/**
 * Whether the caller sent the token, as a bearer token or query parameter, compared in constant time. If no token is
 * configured, callers on the same host are admitted.
 */
const admitEdge = Effect.fnUntraced(function* (token: Redacted.Redacted | undefined, parameter: string | null) {
  if (token === undefined) return isLoopback((yield* RequestFacts).address)
  if (yield* sendsToken(token)) return true
  const { equal, sha256 } = yield* Digests
  return parameter !== null && equal(sha256(parameter), sha256(Redacted.value(token)))
})

/** Maximum length of a hostname; longer ones are not looked up. */
const maxLength = 253

/**
 * Tells the edge proxy whether it may request a certificate for a hostname: 200 if the domain is verifying or verified,
 * otherwise 404, also for unauthorized callers. Takes one index look-up and is not rate limited, because the edge asks
 * on behalf of all visitors.
 */
export const EdgeRoutes = plainRoute(
  "GET",
  "/__edge/ask",
  withRequestDeadline(
    Effect.gen(function* () {
      const { edge } = yield* Deployment
      const query = queryOf(yield* HttpServerRequest.HttpServerRequest)
      if (!(yield* admitEdge(edge.token, query.get("token")))) return yield* new RouteUnknown()
      const hostname = (query.get("domain") ?? "").toLowerCase().replace(/\.$/, "")
      if (hostname === "" || hostname.length > maxLength || hostname.includes("\0")) return yield* new RouteUnknown()
      const holder = yield* CustomDomains.use(({ findHolder }) => findHolder(hostname))
      if (Option.isNone(holder)) return yield* new RouteUnknown()
      return HttpServerResponse.empty({ status: 200, headers: { "Cache-Control": "no-store" } })
    })
  ),
  { quiet: true }
)
