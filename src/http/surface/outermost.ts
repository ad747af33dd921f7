import { Cause, Clock, Effect, Exit, Option, type Types } from "effect"
import { SecureRandom } from "effect/crypto"
import { FindMyWay, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { failureResponse, type Envelope } from "./Envelope.ts"
import { clientAddress } from "./clientAddress.ts"
import { discardRest } from "./discardRest.ts"
import { failureOfCause } from "./failureOfCause.ts"
import { headerOf } from "./headerOf.ts"
import { makeOutageLog } from "./makeOutageLog.ts"
import { clientGone, observe } from "./observe.ts"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"
import { RouteMetrics } from "./RouteMetrics.ts"
import { exportsSpans } from "./operationSpan.ts"
import { callersRequestId, requestIdHeader } from "./requestId.ts"
import { safetyHeaders } from "./safetyHeaders.ts"
import { envelopeFor, type SurfaceRoutes } from "./SurfaceRoutes.ts"
import { callerTraceId, traced } from "./traced.ts"
import { MethodNotAllowed, RequestInvalid, RouteUnknown, withHead } from "./transportFailures.ts"

export interface OutermostOptions {
  readonly surfaces: ReadonlyArray<SurfaceRoutes>
  /** Paths that answer GET besides the endpoints: documents and files. */
  readonly files: ReadonlyArray<string>
  /** The envelope of failures outside every surface. */
  readonly fallback: Envelope
  readonly isTrustedProxy: (address: string) => boolean
}

/**
 * Router settings. Paths match exactly, including case and percent-encoding, so that path rules of a proxy in front
 * cover the same paths; case-insensitive matching would also fold `İ` into two letters and cut parameters in the wrong
 * place. Parameter length is effectively unlimited, so endpoints validate every value themselves.
 */
export const routing = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 32_768
}

/** Matching a path takes time quadratic in its encoded percent signs; no parameter that is accepted has as many. */
const maxPercentSigns = 400

const hasTooManyPercentSigns = (path: string): boolean =>
  path.includes("%25") && path.split("%25", maxPercentSigns + 2).length > maxPercentSigns + 1

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** The text of a path segment; undefined if its percent-encoding does not decode. */
const textOf = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Stands in for a segment that does not decode: no route has it, and no path parameter accepts a NUL (`PathText`). */
const undecodable = "%00"

/**
 * The path as the router must see it. A raw `;` or `#` is escaped, since the router would treat it as the start of the
 * query and so match another route; per RFC 3986 section 3.3 a `;` is part of a segment. A segment that does not decode
 * matches as an invalid parameter; the router would match no route at all.
 */
const routablePath = (path: string): string => {
  const escaped = path.replaceAll(";", "%3B").replaceAll("#", "%23")
  if (!path.includes("%")) return escaped
  return escaped
    .split("/")
    .map((segment) => (textOf(segment) === undefined ? undecodable : segment))
    .join("/")
}

const routable = (request: HttpServerRequest.HttpServerRequest, path: string) =>
  /[;#%]/.test(path)
    ? request.modify({
        url: routablePath(path) + request.url.slice(path.length)
      })
    : request

const methodOf = (text: string) => methods.find((method) => method === text)

const finished = (response: HttpServerResponse.HttpServerResponse, { id }: RequestFactsShape) =>
  HttpServerResponse.setHeaders(
    response,
    response.headers[requestIdHeader] === undefined ? { ...safetyHeaders, [requestIdHeader]: id } : safetyHeaders
  )

/** The declared routes of all surfaces, and files: the methods allowed at a URL and the path template of a request. */
const makeDeclared = ({ files, surfaces }: Pick<OutermostOptions, "files" | "surfaces">) => {
  const routes = FindMyWay.make<string>(routing)
  const names = new Set(
    surfaces
      .flatMap(({ endpoints }) => endpoints.flatMap(({ path }) => path.split("/")))
      .filter((name) => !name.startsWith(":"))
  )
  for (const { method: text, path } of surfaces.flatMap(({ endpoints }) => endpoints)) {
    const method = methodOf(text)
    if (method !== undefined) routes.on(method, `/${path.slice(1)}`, path)
  }
  for (const path of files) routes.on("GET", `/${path.slice(1)}`, path)
  return {
    /** Whether a literal route segment is percent-encoded; the first segment of every route is literal. */
    hasEncodedName: (path: string): boolean =>
      path.includes("%") &&
      path
        .split("/")
        .some((segment, index) => segment.includes("%") && (index === 1 || names.has(textOf(segment) ?? segment))),
    /** Whether a parameter of a route is empty, as in the path of a collection with a slash after it. */
    hasEmptyParameter: (path: string): boolean =>
      (path.endsWith("/") || path.includes("//")) &&
      methods.some((method) => Object.values(routes.find(method, path)?.params ?? {}).includes("")),
    allowed: (url: string): ReadonlyArray<string> =>
      withHead(methods.filter((method) => routes.find(method, url) !== undefined)),
    template: (text: string, path: string): string | undefined => {
      const method = methodOf(text)
      return method === undefined || hasTooManyPercentSigns(path) ? undefined : routes.find(method, path)?.handler
    }
  }
}

const isRouteUnknown = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Fail" && isNotFound(reason.error))

const isNotFound = (error: unknown) => HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/**
 * Wraps every request: assigns its id, resolves the client address, counts and logs it once, and responds to unmatched
 * routes (404, 405) and to failures that escaped a surface in the envelope of the path's surface (GEN-007, GEN-013).
 */
export const outermost = (options: OutermostOptions) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const tracing = yield* exportsSpans
      const declared = makeDeclared(options)
      const metrics = new RouteMetrics()
      const envelopeOf = envelopeFor(options.surfaces, options.fallback)
      const logOutage = makeOutageLog()

      const noRoute = (facts: RequestFactsShape, now: number) =>
        failureResponse(envelopeOf(facts.path), new RouteUnknown(), facts, now)

      const refuse = (request: HttpServerRequest.HttpServerRequest, facts: RequestFactsShape, now: number) => {
        const allow = declared.allowed(request.url)
        const hasRoute = allow.length > 0 && !allow.some((method) => method === request.method)
        return hasRoute
          ? failureResponse(envelopeOf(facts.path), new MethodNotAllowed({ allow }), facts, now)
          : noRoute(facts, now)
      }

      const responseOf = Effect.fnUntraced(function* (
        cause: Cause.Cause<unknown>,
        request: HttpServerRequest.HttpServerRequest,
        facts: RequestFactsShape
      ) {
        const now = yield* Clock.currentTimeMillis
        if (isRouteUnknown(cause)) return refuse(request, facts, now)
        const failure = yield* failureOfCause(logOutage, cause, (_part, issues) => new RequestInvalid(issues))
        return failureResponse(envelopeOf(facts.path), failure, facts, now)
      })

      const respond = Effect.fnUntraced(function* (
        app: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>,
        request: HttpServerRequest.HttpServerRequest,
        facts: RequestFactsShape
      ) {
        const routed = routable(request, facts.path)
        const exit =
          hasTooManyPercentSigns(facts.path) ||
          declared.hasEncodedName(facts.path) ||
          declared.hasEmptyParameter(facts.path)
            ? Exit.succeed(noRoute(facts, yield* Clock.currentTimeMillis))
            : yield* Effect.exit(
                routed === request ? app : Effect.provideService(app, HttpServerRequest.HttpServerRequest, routed)
              )
        if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
          yield* observe(facts, clientGone)
          return yield* Effect.interrupt
        }
        const response = Exit.isSuccess(exit) ? exit.value : yield* responseOf(exit.cause, routed, facts)
        yield* observe(facts, response.status)
        if (response.status >= 400) yield* discardRest(request)
        return finished(response, facts)
      })

      const outer = (
        app: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
      ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const query = request.url.indexOf("?")
          const facts: RequestFactsShape = {
            id: callersRequestId(headerOf(request, requestIdHeader)) ?? (yield* random.uuidV4()),
            method: request.method,
            path: query === -1 ? request.url : request.url.slice(0, query),
            address: clientAddress(
              Option.getOrElse(request.remoteAddress, () => "unknown"),
              headerOf(request, "x-forwarded-for"),
              options.isTrustedProxy
            ),
            startedAt: performance.now(),
            route: undefined,
            traceId: callerTraceId(request.headers),
            metrics,
            quiet: false
          }
          const responding = Effect.provideService(respond(app, request, facts), RequestFacts, facts)
          return yield* tracing
            ? traced(responding, facts, request.headers, declared.template(request.method, facts.path))
            : responding
        })
      return outer
    }),
    { global: true }
  )
