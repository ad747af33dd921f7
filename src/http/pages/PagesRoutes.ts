import { Cause, Duration, Effect, Exit, Option } from "effect"
import { Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isIP } from "node:net"
import { authenticateMember } from "../../domain/access/MemberCaller.ts"
import { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { IssuerUnavailable } from "../../domain/access/CredentialErrors.ts"
import { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { type PageNotice, PageRenderer } from "../../domain/pages/PageRenderer.ts"
import { type PageAddress, PageSources } from "../../domain/pages/PageSources.ts"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { takeLimits } from "../../domain/ratelimit/takeLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { isLoopback } from "../../domain/shared/isLoopback.ts"
import { Outage } from "../../domain/shared/Outage.ts"
import { namesTag } from "../surface/conditional.ts"
import { type EncodedBody, encodingFor } from "../surface/encodedBody.ts"
import { makeDeadline } from "../surface/makeDeadline.ts"
import { makeOutageLog } from "../surface/makeOutageLog.ts"
import { noRoute } from "../surface/noRoute.ts"
import { enterRoute } from "../surface/observe.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { ServiceUnavailable } from "../surface/transportFailures.ts"
import { makeHostOwners } from "./hostOwners.ts"
import { hostnameOf } from "./hostnameOf.ts"
import { addressKey, type Found, makeKeptPages } from "./keptPages.ts"
import { contentType, encodePage, type ServedPage } from "./servedPage.ts"

type Request = HttpServerRequest.HttpServerRequest

const header = ({ headers }: Request, name: string) => Option.getOrUndefined(Headers.get(headers, name))

const encodingOf = (request: Request) => encodingFor(header(request, "accept-encoding") ?? "") ?? "identity"

/** A body of another status than 200, in the encoding that the client takes. */
const answer = (
  request: Request,
  body: EncodedBody,
  status: number,
  headers: Readonly<Record<string, string>> = {}
) => {
  const chosen = body[encodingOf(request)]
  const { ETag: _, ...rest } = chosen.headers
  return HttpServerResponse.uint8Array(chosen.bytes, { status, contentType, headers: { ...rest, ...headers } })
}

/** An open page, or that the client has it already. */
const openAnswer = (request: Request, { answers }: ServedPage) => {
  const { known, page, tag } = answers[encodingOf(request)]
  const held = header(request, "if-none-match")
  return held !== undefined && namesTag(held, tag) ? known : page
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

/** The address of a page in the path; undefined for text that is in no address. */
const byPath = ({ organizationSlug = "", slug = "" }: Readonly<Record<string, string | undefined>>) =>
  /^[\x21-\x7e]{1,200}$/u.test(organizationSlug) && /^[a-z0-9-]{1,80}$/u.test(slug)
    ? ({ by: "path", organizationSlug, slug } satisfies PageAddress)
    : undefined

/**
 * The pages that guests see: at `/p/{organizationSlug}/{slug}`, and at `/` of every verified hostname. What is
 * kept in memory is served without a limit, which would cost more than it; for all else callers have one by address. No
 * cookie is set, and no address is kept or logged.
 */
export const PagesRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const kept = yield* makeKeptPages
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
      Effect.map(bodies[name], (body) => answer(request, body, statuses[name], headers))

    /** Counts what costs more than memory. */
    const count = Effect.flatMap(RequestFacts, ({ address }) =>
      takeLimits([{ policy: deployment.limits.pages, subject: addressSubject(address) }])
    ).pipe(Effect.provideService(RateLimits, limits))

    const pass = Effect.fnUntraced(function* (
      request: Request,
      { organizationId, page }: Extract<Found, { readonly _tag: "page" }>,
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
      if (Option.isNone(caller)) return answer(request, gate.doors.unknown, 401, { "WWW-Authenticate": "Bearer" })
      const { memberId } = caller.value
      const isMember = yield* sources.isEnrolled({ organizationId, programId: gate.programId, memberId })
      return isMember ? answer(request, page.body, 200) : answer(request, gate.doors.stranger, 403)
    })

    const hostOwner = yield* makeHostOwners
    const { ownHostname } = deployment.edge

    /** The hostname of a request that may be an organization's; none where it is the service's, or led to the page. */
    const customHost = (request: Request, address: PageAddress): string | undefined => {
      const hostname = hostnameOf(header(request, "host"))
      const isOurs = hostname === ownHostname || hostname === undefined || isIP(hostname) !== 0 || isLoopback(hostname)
      return address.by === "hostname" || isOurs ? undefined : hostname
    }

    const shown = Effect.fnUntraced(function* (request: Request, found: Found, host: string | undefined) {
      if (found._tag === "missing") return yield* notice(request, "missing")
      const owner = host === undefined ? undefined : yield* hostOwner(host, count)
      // No page stands under the name, and the certificate, of another organization.
      if (owner !== undefined && owner !== found.organizationId) return yield* notice(request, "missing")
      if (found._tag !== "page") return yield* notice(request, found._tag)
      const { gate } = found.page
      return gate === null ? openAnswer(request, found.page) : yield* pass(request, found, gate)
    })

    /** What is not kept, or not for everyone. */
    const lookedUp = Effect.fnUntraced(function* (
      request: Request,
      key: string,
      address: PageAddress,
      host: string | undefined
    ) {
      if (!kept.isKept(key)) yield* count
      return yield* shown(request, yield* kept.find(key, address), host)
    }, withDeadline)

    const explained = Effect.fnUntraced(function* (request: Request, cause: Cause.Cause<unknown>) {
      for (const reason of cause.reasons) {
        const found = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
        if (found instanceof RateLimited) {
          return yield* notice(request, "limited", { "Retry-After": String(found.retryAfterSeconds) })
        }
        if (found instanceof ServiceUnavailable || found instanceof IssuerUnavailable || isOutage(found)) {
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
      const found = kept.peek(key, address)
      if (found?._tag === "page" && found.page.gate === null && host === undefined) {
        return openAnswer(request, found.page)
      }
      const exit = yield* Effect.exit(
        found === undefined ? lookedUp(request, key, address, host) : withDeadline(shown(request, found, host))
      )
      if (Exit.isSuccess(exit)) return exit.value
      return Cause.hasInterruptsOnly(exit.cause) ? yield* Effect.interrupt : yield* explained(request, exit.cause)
    })

    const routes = {
      "/": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        // The router takes the asterisk of RFC 9112 section 3.2.4 for it.
        if (request.originalUrl === "*") return Effect.fail(noRoute(request))
        const hostname = hostnameOf(header(request, "host"))
        return serve(request, hostname === undefined ? undefined : { by: "hostname", hostname })
      }),
      "/p/:organizationSlug/:slug": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(HttpRouter.params, (params) => serve(request, byPath(params)))
      ),
      "/p/*": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => notice(request, "missing"))
    } as const
    const refused = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      notice(request, "wrongMethod", { Allow: "GET, HEAD" })
    )
    for (const [path, answered] of Object.entries(routes)) {
      const route = `/${path.slice(1)}` as const
      yield* router.add("GET", route, Effect.andThen(enterRoute(route), answered))
      for (const method of otherMethods) yield* router.add(method, route, Effect.andThen(enterRoute(route), refused))
    }
  })
)
