import { Effect, Layer } from "effect"
import type { RateLimitPolicy } from "../../domain/ratelimit/RateLimitPolicy.ts"
import type { RateLimitPolicies } from "../../domain/ratelimit/rateLimitPolicies.ts"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { conditional } from "../surface/conditional.ts"
import type { Envelope } from "../surface/Envelope.ts"
import { guard } from "../surface/guard.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"
import { LegacyAccess } from "./LegacyAccess.ts"
import { legacyDeprecation } from "./legacyDeprecation.ts"
import { propertyCaching } from "./propertyCaching.ts"
import { PublicAccess } from "./PublicAccess.ts"
import { legacyFailures, publicFailures } from "./publicFailure.ts"

/** Callers are identified by address alone; `Authorization` is ignored (PUB-001, A-56). */
const makeGuard = (options: {
  readonly envelope: Envelope
  readonly policy: (policies: RateLimitPolicies) => RateLimitPolicy
  readonly headers?: Readonly<Record<string, string>>
  readonly present?: ReturnType<typeof conditional>
}) =>
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const policy = options.policy(deployment.limits)

    return guard<{ readonly address: string }, never>({
      envelope: options.envelope,
      limits,
      deployment,
      authenticate: (_request, _endpoint, proceed) => Effect.flatMap(RequestFacts, proceed),
      uses: ({ address }) => [{ policy, subject: addressSubject(address) }],
      admit: () => undefined,
      provide: (context) => context,
      invalid: (_part, issues) => new RequestInvalid(issues),
      headers: () => options.headers ?? {},
      ...(options.present === undefined ? {} : { present: options.present })
    })
  })

/**
 * Configures the shared guard for public endpoints (REQUIREMENTS 0.3). The legacy endpoint has its own rate limit
 * (PUB-014).
 */
export const PublicGuard = Layer.mergeAll(
  Layer.effect(
    PublicAccess,
    makeGuard({
      envelope: publicFailures,
      policy: (policies) => policies.public,
      present: conditional(propertyCaching)
    })
  ),
  Layer.effect(
    LegacyAccess,
    makeGuard({
      envelope: legacyFailures,
      policy: (policies) => policies.legacyResolve,
      headers: { "Cache-Control": "no-store", Deprecation: legacyDeprecation }
    })
  )
)
