import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CustomDomains } from "../../domain/customDomains/CustomDomains.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { Digests } from "../../domain/shared/Digests.ts"
import { isLoopback } from "../../domain/shared/isLoopback.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { RouteUnknown } from "../surface/transportFailures.ts"
import { plainRoute } from "./plainRoute.ts"
import { sendsToken } from "./sendsToken.ts"

const queryOf = ({ originalUrl }: HttpServerRequest.HttpServerRequest) =>
  URL.parse(originalUrl, "http://edge")?.searchParams ?? new URLSearchParams()

/** Whoever sends the token, as a bearer token or a parameter, compared in constant time; without one, the same host. */
const admitEdge = Effect.fnUntraced(function* (token: Redacted.Redacted | undefined, sent: string | null) {
  if (token === undefined) return isLoopback((yield* RequestFacts).address)
  if (yield* sendsToken(token)) return true
  const { equal, sha256 } = yield* Digests
  return sent !== null && equal(sha256(sent), sha256(Redacted.value(token)))
})

/** The longest hostname; nothing longer is looked up. */
const longest = 253

/**
 * Whether the edge may request a certificate for a hostname: 200 for one that is verifying or verified, else 404, also to
 * whoever may not ask. Costs one look-up in an index, and is not limited: the edge asks for all of its visitors.
 */
export const EdgeRoutes = plainRoute(
  "GET",
  "/__edge/ask",
  Effect.gen(function* () {
    const { edge } = yield* Deployment
    const query = queryOf(yield* HttpServerRequest.HttpServerRequest)
    if (!(yield* admitEdge(edge.token, query.get("token")))) return yield* new RouteUnknown()
    const hostname = (query.get("domain") ?? "").toLowerCase().replace(/\.$/, "")
    if (hostname === "" || hostname.length > longest || hostname.includes("\0")) return yield* new RouteUnknown()
    const holder = yield* CustomDomains.use(({ findHolder }) => findHolder(hostname))
    if (Option.isNone(holder)) return yield* new RouteUnknown()
    return HttpServerResponse.empty({ status: 200, headers: { "Cache-Control": "no-store" } })
  }),
  { quiet: true }
)
