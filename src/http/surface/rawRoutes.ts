import { Clock, type Duration, Effect, Exit } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AppliedLimits } from "../../domain/ratelimit/AppliedLimits.ts"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { rateLimitHeaders, retryAfterSeconds } from "../../domain/ratelimit/rateLimitHeaders.ts"
import type { RateLimitPolicy } from "../../domain/ratelimit/RateLimitPolicy.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { RateLimits, type RateLimitWindow } from "../../domain/ratelimit/RateLimits.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { declaredOf } from "./Declared.ts"
import { failureResponse, type Envelope } from "./Envelope.ts"
import { failureOfCause } from "./failureOfCause.ts"
import { acceptBytes } from "./jsonBody.ts"
import { LimitState } from "./LimitState.ts"
import { makeDeadline } from "./makeDeadline.ts"
import { makeOutageLog } from "./makeOutageLog.ts"
import { enterRoute } from "./observe.ts"
import { operationSpan } from "./operationSpan.ts"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"
import { httpResponseOf, successEncoder } from "./successes.ts"
import { RequestInvalid } from "./transportFailures.ts"

/** A request with its undecoded body bytes. */
export interface RawRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params: Readonly<Record<string, string | undefined>>
  readonly bytes: Uint8Array
}

/** Shared settings of raw routes: envelope, rate limit per address, maximum body size and deadline. */
export interface RawRules {
  readonly envelope: Envelope
  readonly address: RateLimitPolicy
  readonly bodyLimitBytes: number
  readonly deadline: Duration.Duration
}

/** The handler of an endpoint, with the success and failures that the endpoint declares. */
type RawHandler<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? (
      raw: RawRequest
    ) => Effect.Effect<HttpApiEndpoint.Success<Endpoint>["Type"], HttpApiEndpoint.Errors<Endpoint>, unknown>
  : never

type RawHandlers<Group> = {
  readonly [Endpoint in HttpApiGroup.Endpoints<Group> as HttpApiEndpoint.Identifier<Endpoint>]: RawHandler<Endpoint>
}

/** Unauthenticated callers get no rate limit headers, as behind a guard. */
const withLimits = (
  response: HttpServerResponse.HttpServerResponse,
  windows: ReadonlyArray<RateLimitWindow>,
  now: number
) => (response.status === 401 ? response : HttpServerResponse.setHeaders(response, rateLimitHeaders(windows, now)))

/**
 * Routes of a group whose requests are signed over the raw body bytes, so handlers verify first and then decode with
 * the endpoint's schemas. As behind a guard, requests are rate limited per address and bounded in size and time, and
 * failures use the surface's envelope.
 */
export const rawRoutes = <
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  const Id extends HttpApiGroup.Identifier<Groups>,
  R
>(
  rules: RawRules,
  api: HttpApi.HttpApi<ApiId, Groups>,
  group: Id,
  handlers: RawHandlers<HttpApiGroup.WithIdentifier<Groups, Id>> &
    Readonly<Record<string, (raw: RawRequest) => Effect.Effect<unknown, FailureInstance, R>>>
) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const { take } = yield* RateLimits
      const withDeadline = makeDeadline(rules.deadline)
      const logOutage = makeOutageLog()
      const inSpan = yield* operationSpan
      const served: Readonly<Record<string, (raw: RawRequest) => Effect.Effect<unknown, FailureInstance, R>>> = handlers

      for (const { endpoint, successes } of declaredOf(api).filter(
        (candidate) => candidate.group.identifier === group
      )) {
        const handle = served[endpoint.identifier]
        if (handle === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} has no handler`))
        const encode = successEncoder(successes)
        const named = inSpan(endpoint.identifier)
        const checked = Effect.fnUntraced(function* (facts: RequestFactsShape, limitState: LimitState) {
          limitState.windows = yield* take([{ policy: rules.address, subject: addressSubject(facts.address) }])
          const wait = retryAfterSeconds(limitState.windows, yield* Clock.currentTimeMillis)
          if (wait !== undefined) return yield* new RateLimited({ retryAfterSeconds: wait })
          const request = yield* HttpServerRequest.HttpServerRequest
          const bytes = yield* acceptBytes(request, rules.bodyLimitBytes)
          const success = yield* Effect.provideService(
            named(handle({ request, params: yield* HttpRouter.params, bytes })),
            AppliedLimits,
            limitState
          )
          return httpResponseOf(yield* encode(success))
        })
        const respond = Effect.gen(function* () {
          yield* enterRoute(endpoint.path)
          const facts = yield* RequestFacts
          const limitState = new LimitState()
          const exit = yield* Effect.exit(withDeadline(checked(facts, limitState)))
          const now = yield* Clock.currentTimeMillis
          const response = Exit.isSuccess(exit)
            ? exit.value
            : failureResponse(
                rules.envelope,
                yield* failureOfCause(logOutage, exit.cause, (_part, issues) => new RequestInvalid(issues)),
                facts,
                now
              )
          return HttpServerResponse.setHeader(
            withLimits(response, limitState.windows, now),
            "Cache-Control",
            "no-store"
          )
        })
        yield* router.add("POST", `/${endpoint.path.slice(1)}`, respond, { uninterruptible: true })
      }
    })
  )
