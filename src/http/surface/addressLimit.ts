import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { rateLimitHeaders, retryAfterSeconds } from "../../domain/ratelimit/rateLimitHeaders.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { failureResponse, type Envelope } from "./Envelope.ts"
import { RequestFacts } from "./RequestFacts.ts"

/**
 * Rate limits routes that are not endpoints (probes, documents) per address, under a policy of their own. Refusals have
 * the envelope of the path.
 */
export const addressLimit = (envelopeOf: (path: string) => Envelope) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const { limits } = yield* Deployment
      const { take } = yield* RateLimits
      return (route) =>
        Effect.gen(function* () {
          const facts = yield* RequestFacts
          const windows = yield* take([{ policy: limits.system, subject: addressSubject(facts.address) }])
          const now = yield* Clock.currentTimeMillis
          const wait = retryAfterSeconds(windows, now)
          if (wait === undefined) return yield* route
          const refusal = failureResponse(
            envelopeOf(facts.path),
            new RateLimited({ retryAfterSeconds: wait }),
            facts,
            now
          )
          return HttpServerResponse.setHeaders(refusal, rateLimitHeaders(windows, now))
        })
    })
  ).layer
