import { Cause, Duration, Effect, Exit, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { isIP } from "node:net"
import { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { authenticateMember } from "../../domain/access/MemberCaller.ts"
import { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { type PageAddress, PageSources } from "../../domain/pages/PageSources.ts"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { AppliedLimits } from "../../domain/ratelimit/AppliedLimits.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { takeLimits } from "../../domain/ratelimit/takeLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { isLoopback } from "../../domain/shared/isLoopback.ts"
import { headerOf } from "../surface/headerOf.ts"
import { LimitState } from "../surface/LimitState.ts"
import { makeDeadline } from "../surface/makeDeadline.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { hostnameOf } from "./hostnameOf.ts"
import { makeHostOwners } from "./makeHostOwners.ts"
import { addressKey, makePageCache, type PageLookup } from "./makePageCache.ts"
import type { PageNotices } from "./makePageNotices.ts"
import { noStoreResponse, publicResponse } from "./pageResponses.ts"
import type { ServedPage } from "./servedPage.ts"

type Request = HttpServerRequest.HttpServerRequest

/**
 * Responds with the page at an address, or with the notice that says why not; undefined is an address that no page can
 * have. Cached pages are served without a rate limit, because checking it would cost more than serving them; everything
 * else is limited per address.
 */
export const makeServePage = Effect.fnUntraced(function* (notices: PageNotices) {
  const cache = yield* makePageCache
  const sources = yield* PageSources
  const deployment = yield* Deployment
  const limits = yield* RateLimits
  const tokens = yield* AccessTokens
  const accounts = yield* MemberAccounts
  const withDeadline = makeDeadline(Duration.millis(deployment.requestTimeoutMs))

  /** Rate limits requests that cannot be served from memory. */
  const count = Effect.flatMap(RequestFacts, ({ address }) =>
    takeLimits([{ policy: deployment.limits.pages, subject: addressSubject(address) }])
  ).pipe(Effect.provideService(RateLimits, limits))

  const respondToMember = Effect.fnUntraced(function* (
    request: Request,
    organizationId: OrganizationId,
    gate: NonNullable<ServedPage["gate"]>
  ) {
    const authorization = headerOf(request, "authorization")
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
    const hostname = hostnameOf(headerOf(request, "host"))
    const isOurs = hostname === ownHostname || hostname === undefined || isIP(hostname) !== 0 || isLoopback(hostname)
    return address.by === "hostname" || isOurs ? undefined : hostname
  }

  const respondTo = Effect.fnUntraced(function* (request: Request, lookup: PageLookup, host: string | undefined) {
    if (lookup._tag === "missing") return yield* notices.notice(request, "missing")
    const owner = host === undefined ? undefined : yield* hostOwner(host, count)
    // A page must not be served under the hostname and certificate of another organization.
    if (owner !== undefined && owner !== lookup.organizationId) return yield* notices.notice(request, "missing")
    if (lookup._tag !== "page") return yield* notices.notice(request, lookup._tag)
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

  return Effect.fnUntraced(function* (request: Request, address: PageAddress | undefined) {
    if (address === undefined) return yield* notices.notice(request, "missing")
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
      : yield* notices.ofCause(request, exit.cause, limitState)
  })
})
