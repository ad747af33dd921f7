import { Clock, type Duration, Effect, Exit } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { rateLimitHeaders, retryAfterSeconds } from "../../domain/ratelimit/rateLimitHeaders.ts"
import type { RateLimitPolicy } from "../../domain/ratelimit/RateLimitPolicy.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { RateLimits, type RateLimitWindow } from "../../domain/ratelimit/RateLimits.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import type { Declared } from "./Declared.ts"
import { answer, type Envelope } from "./Envelope.ts"
import { failureOfCause } from "./failureOfCause.ts"
import type { LimitState } from "./guard.ts"
import { acceptBytes } from "./jsonBody.ts"
import { makeDeadline } from "./makeDeadline.ts"
import { makeOutageLog } from "./makeOutageLog.ts"
import { enterRoute } from "./observe.ts"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"
import { answerResponse, successEncoder } from "./successes.ts"
import { RequestInvalid } from "./transportFailures.ts"

/** A request whose body is looked at as it came, byte by byte. */
export interface RawRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params: Readonly<Record<string, string | undefined>>
  readonly bytes: Uint8Array
}

/** What raw routes have in common: the shape of failures, a limit per address, the largest body, and the time there is. */
export interface RawRules {
  readonly envelope: Envelope
  readonly address: RateLimitPolicy
  readonly bodyLimitBytes: number
  readonly deadline: Duration.Duration
}

/** What is done for an endpoint: its success and its failures are those that the endpoint declares. */
type RawHandler<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? (
      raw: RawRequest
    ) => Effect.Effect<HttpApiEndpoint.Success<Endpoint>["Type"], HttpApiEndpoint.Errors<Endpoint>, unknown>
  : never

type RawHandlers<Group> = {
  readonly [Endpoint in HttpApiGroup.Endpoints<Group> as HttpApiEndpoint.Identifier<Endpoint>]: RawHandler<Endpoint>
}

/** Who is not authenticated learns nothing of the limits, as behind a guard. */
const withLimits = (
  response: HttpServerResponse.HttpServerResponse,
  windows: ReadonlyArray<RateLimitWindow>,
  now: number
) => (response.status === 401 ? response : HttpServerResponse.setHeaders(response, rateLimitHeaders(windows, now)))

/**
 * The routes of a group whose signatures cover the bytes of a body, so that nothing may be decoded before: handlers by
 * endpoint, which decode by the schemas that the endpoint declares. Requests are counted per address, bounded in size and
 * time, and failures have the shape of the surface, as behind its guard.
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
      const served: Readonly<Record<string, (raw: RawRequest) => Effect.Effect<unknown, FailureInstance, R>>> = handlers

      const declared: Array<Declared> = []
      HttpApi.reflect(api, { onGroup: () => undefined, onEndpoint: (one) => void declared.push(one) })
      for (const { endpoint, successes } of declared.filter((one) => one.group.identifier === group)) {
        const handle = served[endpoint.identifier]
        if (handle === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} has no handler`))
        const encode = successEncoder(successes)
        const checked = Effect.fnUntraced(function* (facts: RequestFactsShape, limitState: LimitState) {
          limitState.windows = yield* take([{ policy: rules.address, subject: addressSubject(facts.address) }])
          const wait = retryAfterSeconds(limitState.windows, yield* Clock.currentTimeMillis)
          if (wait !== undefined) return yield* new RateLimited({ retryAfterSeconds: wait })
          const request = yield* HttpServerRequest.HttpServerRequest
          const bytes = yield* acceptBytes(request, rules.bodyLimitBytes)
          const success = yield* handle({ request, params: yield* HttpRouter.params, bytes })
          return answerResponse(yield* encode(success))
        })
        const answered = Effect.gen(function* () {
          yield* enterRoute(endpoint.path)
          const facts = yield* RequestFacts
          const limitState: LimitState = { windows: [] }
          const exit = yield* Effect.exit(withDeadline(checked(facts, limitState)))
          const now = yield* Clock.currentTimeMillis
          const response = Exit.isSuccess(exit)
            ? exit.value
            : answer(
                rules.envelope,
                yield* failureOfCause(logOutage, exit.cause, (_part, found) => new RequestInvalid(found)),
                facts,
                now
              )
          return HttpServerResponse.setHeader(
            withLimits(response, limitState.windows, now),
            "Cache-Control",
            "no-store"
          )
        })
        yield* router.add("POST", `/${endpoint.path.slice(1)}`, answered, { uninterruptible: true })
      }
    })
  )
