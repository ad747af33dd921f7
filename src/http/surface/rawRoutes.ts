import { Clock, type Duration, Effect, Exit } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import type { RateLimitPolicy } from "../../domain/ratelimit/RateLimitPolicy.ts"
import { takeLimits } from "../../domain/ratelimit/takeLimits.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { answer, type Envelope } from "./Envelope.ts"
import { failureOfCause } from "./failureOfCause.ts"
import { acceptBytes } from "./jsonBody.ts"
import { makeDeadline } from "./makeDeadline.ts"
import { makeOutageLog } from "./makeOutageLog.ts"
import { enterRoute } from "./observe.ts"
import { RequestFacts } from "./RequestFacts.ts"
import { MethodNotAllowed, RequestInvalid } from "./transportFailures.ts"

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

const otherMethods = ["GET", "PUT", "PATCH", "DELETE"] as const

/**
 * Routes that take a POST whose signature covers the bytes of its body, so that nothing may be decoded before: path
 * template to what is done. Requests are counted per address, bounded in size and time, and failures have the shape of the
 * surface, as behind its guard; other methods get 405.
 */
export const rawRoutes = <R>(
  rules: RawRules,
  routes: Readonly<
    Record<
      `/${string}`,
      (request: RawRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse, FailureInstance, R>
    >
  >
) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const limits = yield* RateLimits
      const withDeadline = makeDeadline(rules.deadline)
      const logOutage = makeOutageLog()

      const refuse = (failure: FailureInstance) =>
        Effect.gen(function* () {
          return answer(rules.envelope, failure, yield* RequestFacts, yield* Clock.currentTimeMillis)
        })

      const count = Effect.flatMap(RequestFacts, ({ address }) =>
        takeLimits([{ policy: rules.address, subject: addressSubject(address) }])
      ).pipe(Effect.provideService(RateLimits, limits))

      for (const [path, handle] of Object.entries(routes)) {
        const template = `/${path.slice(1)}` as const
        const checked = Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          yield* count
          const bytes = yield* acceptBytes(request, rules.bodyLimitBytes)
          return yield* handle({ request, params: yield* HttpRouter.params, bytes })
        })
        const served = Effect.gen(function* () {
          const exit = yield* Effect.exit(withDeadline(checked))
          if (Exit.isSuccess(exit)) return exit.value
          return yield* refuse(
            yield* failureOfCause(logOutage, exit.cause, (_part, found) => new RequestInvalid(found))
          )
        }).pipe(Effect.map(HttpServerResponse.setHeader("Cache-Control", "no-store")))
        yield* router.add("POST", template, Effect.andThen(enterRoute(template), served), { uninterruptible: true })
        for (const method of otherMethods) {
          const refused = refuse(new MethodNotAllowed({ allow: ["POST"] }))
          yield* router.add(method, template, Effect.andThen(enterRoute(template), refused))
        }
      }
    })
  )
