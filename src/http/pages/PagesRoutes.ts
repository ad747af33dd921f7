import { Cause, Clock, Duration, Effect, Exit, Option } from "effect"
import { Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isIP } from "node:net"
import { authenticateMember } from "../../domain/access/MemberCaller.ts"
import { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { IssuerUnavailable } from "../../domain/access/CredentialErrors.ts"
import { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { type PageNotice, PageRenderer } from "../../domain/pages/PageRenderer.ts"
import { type PageAddress, PageSources } from "../../domain/pages/PageSources.ts"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { AppliedLimits } from "../../domain/ratelimit/AppliedLimits.ts"
import { rateLimitHeaders } from "../../domain/ratelimit/rateLimitHeaders.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { takeLimits } from "../../domain/ratelimit/takeLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { isLoopback } from "../../domain/shared/isLoopback.ts"
import { Outage } from "../../domain/shared/Outage.ts"
import { namesTag } from "../surface/conditional.ts"
import { type EncodedBody, encodingFor } from "../surface/encodedBody.ts"
import { LimitState } from "../surface/LimitState.ts"
import { makeDeadline } from "../surface/makeDeadline.ts"
import { makeOutageLog } from "../surface/makeOutageLog.ts"
import { routeNotFound } from "../surface/routeNotFound.ts"
import { enterRoute } from "../surface/observe.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { ServiceUnavailable } from "../surface/transportFailures.ts"
import { makeHostOwners } from "./makeHostOwners.ts"
import { hostnameOf } from "./hostnameOf.ts"
import { addressKey, makePageCache, type PageLookup } from "./makePageCache.ts"
import { contentType, encodePage, type ServedPage } from "./servedPage.ts"

type Request = HttpServerRequest.HttpServerRequest

const header = ({ headers }: Request, name: string) => Option.getOrUndefined(Headers.get(headers, name))

const encodingOf = (request: Request) => encodingFor(header(request, "accept-encoding") ?? "") ?? "identity"

/** A response that caches must not store, in an encoding that the client accepts. */
const noStoreResponse = (
  request: Request,
  body: EncodedBody,
  status: number,
  headers: Readonly<Record<string, string>> = {}
) => {
  const chosen = body[encodingOf(request)]
  const { ETag: _, ...rest } = chosen.headers
  return HttpServerResponse.uint8Array(chosen.bytes, { status, contentType, headers: { ...rest, ...headers } })
}

/** A public page, or 304 if the client already has it. */
const publicResponse = (request: Request, { responses }: Extract<ServedPage, { readonly gate: null }>) => {
  const { notModified, page, tag } = responses[encodingOf(request)]
  const held = header(request, "if-none-match")
  return held !== undefined && namesTag(held, tag) ? notModified : page
}

const statuses: Readonly<Record<PageNotice, number>> = {
  missing: 404,
  gone: 410,
  unavailable: 503,
  limited: 429,
  wrongMethod: 405,
  broken: 500
}

const otherMethods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

/** The page address in a path; undefined if its segments are not valid slugs. */
const byPath = ({ organizationSlug = "", slug = "" }: Readonly<Record<string, string | undefined>>) =>
  /^[\x21-\x7e]{1,200}$/u.test(organizationSlug) && /^[a-z0-9-]{1,80}$/u.test(slug)
    ? ({ by: "path", organizationSlug, slug } satisfies PageAddress)
    : undefined

/**
 * The guest-facing pages, at `/p/{organizationSlug}/{slug}` and at `/` of every verified hostname. Cached pages
 * are served without a rate limit, because checking it would cost more than serving them; everything else is limited
 * per address. No cookies are set, and client addresses are neither stored nor logged.
 */
export const PagesRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const cache = yield* makePageCache
    const renderer = yield* PageRenderer
    const sources = yield* PageSources
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const isOutage = yield* Outage
    const tokens = yield* AccessTokens
    const accounts = yield* MemberAccounts
    const withDeadline = makeDeadline(Duration.millis(deployment.requestTimeoutMs))
    const logOutage = makeOutageLog()

    const noticeHeaders = { "Cache-Control": "no-store" }
    const bodies: Readonly<Record<PageNotice, Effect.Effect<EncodedBody>>> = {
      missing: yield* Effect.cached(encodePage(renderer.notice("missing"), noticeHeaders)),
      gone: yield* Effect.cached(encodePage(renderer.notice("gone"), noticeHeaders)),
      unavailable: yield* Effect.cached(encodePage(renderer.notice("unavailable"), noticeHeaders)),
      limited: yield* Effect.cached(encodePage(renderer.notice("limited"), noticeHeaders)),
      wrongMethod: yield* Effect.cached(encodePage(renderer.notice("wrongMethod"), noticeHeaders)),
      broken: yield* Effect.cached(encodePage(renderer.notice("broken"), noticeHeaders))
    }
    const notice = (request: Request, name: PageNotice, headers?: Readonly<Record<string, string>>) =>
      Effect.map(bodies[name], (body) => noStoreResponse(request, body, statuses[name], headers))

    /** Rate limits requests that cannot be served from memory. */
    const count = Effect.flatMap(RequestFacts, ({ address }) =>
      takeLimits([{ policy: deployment.limits.pages, subject: addressSubject(address) }])
    ).pipe(Effect.provideService(RateLimits, limits))

    const respondToMember = Effect.fnUntraced(function* (
      request: Request,
      organizationId: OrganizationId,
      gate: NonNullable<ServedPage["gate"]>
    ) {
      const authorization = header(request, "authorization")
      if (authorization !== undefined) yield* count
      const caller = yield* authenticateMember(authorization).pipe(
        Effect.provideService(AccessTokens, tokens),
        Effect.provideService(MemberAccounts, accounts),
        Effect.asSome,
        Effect.catchTags({ MemberTokenMissing: () => Effect.succeedNone, TokenRefused: () => Effect.succeedNone })
      )
      if (Option.isNone(caller))
        return noStoreResponse(request, gate.refusals.unauthenticated, 401, { "WWW-Authenticate": "Bearer" })
      const { memberId } = caller.value
      const isMember = yield* sources.isEnrolled({ organizationId, programId: gate.programId, memberId })
      return isMember
        ? noStoreResponse(request, gate.body, 200)
        : noStoreResponse(request, gate.refusals.notEnrolled, 403)
    })

    const hostOwner = yield* makeHostOwners
    const { ownHostname } = deployment.edge

    /**
     * The request's hostname if it may belong to an organization; undefined if it is the service's own or already
     * selected the page.
     */
    const customHost = (request: Request, address: PageAddress): string | undefined => {
      const hostname = hostnameOf(header(request, "host"))
      const isOurs = hostname === ownHostname || hostname === undefined || isIP(hostname) !== 0 || isLoopback(hostname)
      return address.by === "hostname" || isOurs ? undefined : hostname
    }

    const respondTo = Effect.fnUntraced(function* (request: Request, lookup: PageLookup, host: string | undefined) {
      if (lookup._tag === "missing") return yield* notice(request, "missing")
      const owner = host === undefined ? undefined : yield* hostOwner(host, count)
      // A page must not be served under the hostname and certificate of another organization.
      if (owner !== undefined && owner !== lookup.organizationId) return yield* notice(request, "missing")
      if (lookup._tag !== "page") return yield* notice(request, lookup._tag)
      const { organizationId, page } = lookup
      return page.gate === null
        ? publicResponse(request, page)
        : yield* respondToMember(request, organizationId, page.gate)
    })

    /** Responds to a page that the cache cannot serve directly. */
    const lookUp = Effect.fnUntraced(function* (
      request: Request,
      key: string,
      address: PageAddress,
      host: string | undefined
    ) {
      if (!cache.has(key)) yield* count
      return yield* respondTo(request, yield* cache.find(key, address), host)
    }, withDeadline)

    const noticeOfCause = Effect.fnUntraced(function* (
      request: Request,
      cause: Cause.Cause<unknown>,
      { windows }: LimitState
    ) {
      for (const reason of cause.reasons) {
        const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
        if (error instanceof RateLimited) {
          return yield* notice(request, "limited", rateLimitHeaders(windows, yield* Clock.currentTimeMillis))
        }
        if (error instanceof ServiceUnavailable || error instanceof IssuerUnavailable || isOutage(error)) {
          yield* logOutage(cause)
          return yield* notice(request, "unavailable", { "Retry-After": "1" })
        }
      }
      yield* Effect.logError("Unexpected failure of a page", cause)
      return yield* notice(request, "broken")
    })

    const serve = Effect.fnUntraced(function* (request: Request, address: PageAddress | undefined) {
      if (address === undefined) return yield* notice(request, "missing")
      const key = addressKey(address)
      const host = customHost(request, address)
      const cached = cache.peek(key, address)
      if (cached?._tag === "page" && cached.page.gate === null && host === undefined) {
        return publicResponse(request, cached.page)
      }
      const limitState = new LimitState()
      const exit = yield* Effect.exit(
        cached === undefined ? lookUp(request, key, address, host) : withDeadline(respondTo(request, cached, host))
      ).pipe(Effect.provideService(AppliedLimits, limitState))
      if (Exit.isSuccess(exit)) return exit.value
      return Cause.hasInterruptsOnly(exit.cause)
        ? yield* Effect.interrupt
        : yield* noticeOfCause(request, exit.cause, limitState)
    })

    const routes = {
      "/": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        // The router also matches the asterisk form of RFC 9112 section 3.2.4 here.
        if (request.originalUrl === "*") return Effect.fail(routeNotFound(request))
        const hostname = hostnameOf(header(request, "host"))
        return serve(request, hostname === undefined ? undefined : { by: "hostname", hostname })
      }),
      "/p/:organizationSlug/:slug": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(HttpRouter.params, (params) => serve(request, byPath(params)))
      ),
      "/p/*": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => notice(request, "missing"))
    } as const
    const refuseMethod = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      notice(request, "wrongMethod", { Allow: "GET, HEAD" })
    )
    for (const [path, respond] of Object.entries(routes)) {
      const route = `/${path.slice(1)}` as const
      yield* router.add("GET", route, Effect.andThen(enterRoute(route), respond))
      for (const method of otherMethods)
        yield* router.add(method, route, Effect.andThen(enterRoute(route), refuseMethod))
    }
  })
)
