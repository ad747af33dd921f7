import { Cause, Clock, Effect, Option, type Types } from "effect"
import { SecureRandom } from "effect/crypto"
import {
  FindMyWay,
  Headers,
  HttpRouter,
  type HttpServerError,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { answer, type Envelope } from "./Envelope.ts"
import { clientAddress } from "./clientAddress.ts"
import { observe, whileInFlight } from "./observe.ts"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"
import type { SurfaceRoutes } from "./SurfaceRoutes.ts"
import { InternalFault, MethodNotAllowed, RouteUnknown } from "./transportFailures.ts"

export interface OutermostOptions {
  readonly surfaces: ReadonlyArray<SurfaceRoutes>
  /** The shape of failures outside every surface. */
  readonly fallback: Envelope
  readonly isTrustedProxy: (address: string) => boolean
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** A caller's own id, when it is one (HUB-010, GEN-013); anything else is replaced, never reflected. */
const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/

/** The methods declared for a path, from the definitions of all surfaces. */
const makeAllowed = (surfaces: ReadonlyArray<SurfaceRoutes>) => {
  const routes = FindMyWay.make<true>({ maxParamLength: 4096 })
  for (const endpoint of surfaces.flatMap(({ endpoints }) => endpoints)) {
    const method = methods.find((known) => known === endpoint.method)
    if (method !== undefined) routes.on(method, `/${endpoint.path.slice(1)}`, true)
  }
  return (url: string): ReadonlyArray<string> => methods.filter((method) => routes.find(method, url) !== undefined)
}

const isRouteUnknown = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Fail" && isNotFound(reason.error))

const isNotFound = (error: unknown): error is HttpServerError.HttpServerError =>
  error instanceof Error && "reason" in error && Object(error.reason)._tag === "RouteNotFound"

/**
 * What happens to every request, whatever answers it: it gets an id, its peer's address is settled, it is counted and
 * logged once, and what no route answers (404, 405) or what escaped a surface is told in the shape of the surface
 * that its path belongs to (GEN-007, GEN-013).
 */
export const outermost = (options: OutermostOptions) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const allowed = makeAllowed(options.surfaces)
      const prefixes = options.surfaces
        .flatMap(({ prefixes, envelope }) => prefixes.map((prefix) => ({ prefix, envelope })))
        .toSorted((a, b) => b.prefix.length - a.prefix.length)
      const envelopeOf = (path: string): Envelope =>
        prefixes.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.envelope ?? options.fallback

      const refuse = (request: HttpServerRequest.HttpServerRequest, facts: RequestFactsShape, now: number) => {
        const allow = allowed(request.url)
        const failure = allow.length === 0 ? new RouteUnknown() : new MethodNotAllowed({ allow })
        return answer(envelopeOf(facts.path), failure, facts, now)
      }

      const outer = (
        app: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
      ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const asked = Option.getOrUndefined(Headers.get(request.headers, "x-request-id"))
          const query = request.url.indexOf("?")
          const facts: RequestFactsShape = {
            id: asked !== undefined && requestIdPattern.test(asked) ? asked : yield* random.uuidV4(),
            method: request.method,
            path: query === -1 ? request.url : request.url.slice(0, query),
            address: clientAddress(
              Option.getOrElse(request.remoteAddress, () => "unknown"),
              Option.getOrUndefined(Headers.get(request.headers, "x-forwarded-for")),
              options.isTrustedProxy
            ),
            startedAt: yield* Clock.currentTimeMillis,
            route: undefined
          }
          const response = yield* app.pipe(
            Effect.catchCause((cause) =>
              Effect.gen(function* () {
                const now = yield* Clock.currentTimeMillis
                if (isRouteUnknown(cause)) return refuse(request, facts, now)
                if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
                yield* Effect.logError("Unexpected failure outside a surface", cause)
                return answer(envelopeOf(facts.path), new InternalFault(), facts, now)
              })
            ),
            Effect.provideService(RequestFacts, facts),
            whileInFlight
          )
          yield* observe(facts, response.status)
          return HttpServerResponse.setHeader(response, "X-Request-ID", facts.id)
        })
      return outer
    }),
    { global: true }
  )
