import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import type { RateLimitPolicies } from "../ratelimit/rateLimitPolicies.ts"
import { takeLimits } from "../ratelimit/takeLimits.ts"
import { Deployment } from "../shared/Deployment.ts"
import { CustomDomains } from "./CustomDomains.ts"

/**
 * Takes the rate limit for a look-up of a domain, after checking that the caller may change it (PAR-137); returns the
 * domain.
 */
export const admitLookUp = Effect.fnUntraced(function* (
  customDomainId: string,
  limit: Extract<keyof RateLimitPolicies, "domainRecheck" | "domainRetry">
) {
  const { reach } = yield* PartnerCaller
  const { domain } = yield* CustomDomains.use(({ get }) => get({ reach, customDomainId }))
  yield* requireAllVenues(reach)
  const { limits } = yield* Deployment
  yield* takeLimits([{ policy: limits[limit], subject: `domain ${domain.id}` }])
  return domain
})
