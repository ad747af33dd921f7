import { Effect } from "effect"
import { admitLookUp } from "./admitLookUp.ts"
import { auditDomain, domainFacts } from "./auditDomain.ts"
import { lockDomain } from "./lockDomain.ts"
import { type LookedUp, requireLookUp } from "./lookUpDomain.ts"
import { moveDomain } from "./moveDomain.ts"
import { getCustomDomain } from "./readCustomDomains.ts"

/**
 * Checks a domain now, as the job does. A failed one stays failed: use `retryCustomDomain`. Run it in
 * `retryWithLookUp`. Counts once against the rate limit, and only if the caller may recheck the domain (PAR-137).
 */
export const recheckCustomDomain = Effect.fnUntraced(function* (
  customDomainId: string,
  lookedUp: LookedUp | undefined
) {
  if (lookedUp === undefined) {
    return yield* requireLookUp(yield* admitLookUp(customDomainId, "domainRecheck"))
  }
  const domain = yield* lockDomain(customDomainId)
  // If the job or another recheck changed the status meanwhile, the evidence concerns another state.
  const after = domain.status === lookedUp.domain.status ? yield* moveDomain(domain, lookedUp.evidence) : domain
  yield* auditDomain(domain, "rechecked", domainFacts(domain), {
    ...domainFacts(after),
    records: lookedUp.evidence.records
  })
  return yield* getCustomDomain(customDomainId)
})
