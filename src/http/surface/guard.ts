import { type Cause, Clock, Context, Duration, Effect, Exit, type Types } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AppliedLimits } from "../../domain/ratelimit/AppliedLimits.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import type { RateLimits, RateLimitUse } from "../../domain/ratelimit/RateLimits.ts"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { rateLimitHeaders, retryAfterSeconds } from "../../domain/ratelimit/rateLimitHeaders.ts"
import type { Deployment } from "../../domain/shared/Deployment.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { bodyLimitOf } from "./BodyLimit.ts"
import { failureResponse, type Envelope } from "./Envelope.ts"
import { failureOfCause } from "./failureOfCause.ts"
import { acceptJson, ignoreBody } from "./jsonBody.ts"
import { LimitState } from "./LimitState.ts"
import { makeDeadline } from "./makeDeadline.ts"
import { makeOutageLog } from "./makeOutageLog.ts"
import { enterRoute } from "./observe.ts"
import { acceptForm, bodyKindOf } from "./requestBody.ts"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"
import type { RequestIssues, RequestPart } from "./requestIssues.ts"
import { isWrite } from "./Verb.ts"

/**
 * Configuration of a surface's guard. `Caller` is the authenticated principal, `Requires` the services that resolve it.
 */
export interface GuardOptions<Caller, Provides, Requires> {
  readonly envelope: Envelope
  readonly limits: RateLimits["Service"]
  /** Its address limit is applied before the credential is checked, its request timeout to the whole request. */
  readonly deployment: Deployment["Service"]
  /**
   * Resolves the caller and runs `proceed`, which cannot fail: every failure is one of authentication. A read may run
   * `proceed` with a cached caller before the credential is confirmed, and again if the confirmed caller differs.
   */
  readonly authenticate: <A, R>(
    request: HttpServerRequest.HttpServerRequest,
    endpoint: HttpApiEndpoint.Top,
    proceed: (caller: Caller) => Effect.Effect<A, never, R>
  ) => Effect.Effect<A, FailureInstance, Requires | R>
  readonly uses: (caller: Caller, endpoint: HttpApiEndpoint.Top) => ReadonlyArray<RateLimitUse>
  /** Refuses the caller regardless of remaining limits; the response still carries the rate limit headers. */
  readonly refusal?: (caller: Caller) => FailureInstance | undefined
  /** Refuses the request after rate limiting and before decoding. */
  readonly admit: (
    caller: Caller,
    endpoint: HttpApiEndpoint.Top,
    request: HttpServerRequest.HttpServerRequest,
    group: HttpApiGroup.Top
  ) => FailureInstance | undefined
  /** Adds the caller to the endpoint's services one by one: merging contexts would copy every service per request. */
  readonly provide: <Services>(
    context: Context.Context<Services>,
    caller: Caller
  ) => Context.Context<Services | Provides>
  /** The surface's failure for a request that does not decode. */
  readonly invalid: (
    part: RequestPart,
    issues: RequestIssues,
    request: HttpServerRequest.HttpServerRequest
  ) => FailureInstance
  /** Finishes every response, success or failure: adds caching headers, turns a match into 304. */
  readonly present?: (
    request: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse
  ) => HttpServerResponse.HttpServerResponse
  /** Headers of every response of an endpoint; by default, caches must not store it. */
  readonly headers?: (endpoint: HttpApiEndpoint.Top) => Readonly<Record<string, string>>
}

/**
 * Runs the checks that all surfaces share, in order (REQUIREMENTS 0.3): address limit, credential, caller limits,
 * admission, body, endpoint. Every failure is encoded in the surface's envelope; every response after authentication
 * carries the rate limit headers of the caller's limits and of those that the endpoint applied.
 */
export const guard = <Caller, Provides, Requires = never, R = never, E = Types.unhandled>(
  options: GuardOptions<Caller, Provides, Requires>
) => {
  const { deployment, headers: headersOf = () => ({ "Cache-Control": "no-store" }) } = options
  const { address } = deployment.limits
  const withDeadline = makeDeadline(Duration.millis(deployment.requestTimeoutMs))
  const logOutage = makeOutageLog()
  return (
    endpointEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, Provides | R>,
    { endpoint, group }: { readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }
  ): Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    HttpServerRequest.HttpServerRequest | Requires | R
  > => {
    const body = bodyKindOf(endpoint)
    const ignoresBody = body._tag === "none" && isWrite(endpoint)
    const bodyLimitBytes = bodyLimitOf(endpoint, deployment.bodyLimitBytes)
    const failureOf = (cause: Cause.Cause<unknown>, request: HttpServerRequest.HttpServerRequest) =>
      failureOfCause(logOutage, cause, (part, issues) => options.invalid(part, issues, request))
    const headers = headersOf(endpoint)

    const asCaller = Effect.fnUntraced(function* (
      caller: Caller,
      request: HttpServerRequest.HttpServerRequest,
      facts: RequestFactsShape,
      limitState: LimitState,
      now: number
    ) {
      limitState.windows = yield* options.limits.take(options.uses(caller, endpoint))
      const refusal = options.refusal?.(caller)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      const wait = retryAfterSeconds(limitState.windows, now)
      if (wait !== undefined) return yield* new RateLimited({ retryAfterSeconds: wait })
      const notAdmitted = options.admit(caller, endpoint, request, group)
      if (notAdmitted !== undefined) return yield* Effect.fail(notAdmitted)
      if (body._tag === "json") facts.body = yield* acceptJson(request, bodyLimitBytes)
      else if (body._tag === "multipart") yield* acceptForm(request, body)
      else if (ignoresBody) yield* ignoreBody(request, deployment.bodyLimitBytes)
      return yield* Effect.updateContext(endpointEffect, (context: Context.Context<R>) =>
        Context.add(options.provide(context, caller), AppliedLimits, limitState)
      )
    })

    const checked = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      facts: RequestFactsShape,
      limitState: LimitState
    ) {
      const now = yield* Clock.currentTimeMillis
      const edge = yield* options.limits.take([{ policy: address, subject: addressSubject(facts.address) }])
      if (edge[0]?.exceeded) {
        limitState.windows = edge
        return yield* new RateLimited({ retryAfterSeconds: retryAfterSeconds(edge, now) ?? 1 })
      }
      const exit = yield* options
        .authenticate(request, endpoint, (caller) => Effect.exit(asCaller(caller, request, facts, limitState, now)))
        .pipe(
          Effect.tapError(() =>
            Effect.sync(() => {
              limitState.windows = []
            })
          )
        )
      return yield* exit
    })

    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const facts = yield* RequestFacts
      yield* enterRoute(endpoint.path)
      const limitState = new LimitState()
      const exit = yield* Effect.exit(withDeadline(checked(request, facts, limitState)))
      const now = yield* Clock.currentTimeMillis
      const outcome = Exit.isSuccess(exit)
        ? exit.value
        : failureResponse(options.envelope, yield* failureOf(exit.cause, request), facts, now)
      const response = options.present?.(request, outcome) ?? outcome
      return HttpServerResponse.setHeaders(response, {
        ...headers,
        ...rateLimitHeaders(limitState.windows, now)
      })
    })
  }
}
