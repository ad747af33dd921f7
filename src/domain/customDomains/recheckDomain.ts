import { Effect } from "effect"
import { admitLookUp } from "./admitLookUp.ts"
import { auditDomain, domainFacts } from "./auditDomain.ts"
import { lockDomain } from "./lockDomain.ts"
import { type LookedUp, lookUpFirst } from "./lookUpDomain.ts"
import { moveDomain } from "./moveDomain.ts"
import { getCustomDomain } from "./readCustomDomains.ts"

/**
 * Looks a domain's records up now and moves it by what they say, as the job does. A failed one stays so: `retryDomain`
 * begins again. Run by `lookingUpFirst`; counted once, and only for who may recheck the domain (PAR-137).
 */
export const recheckDomain = Effect.fnUntraced(function* (customDomainId: string, found: LookedUp | undefined) {
  if (found === undefined) {
    return yield* lookUpFirst(yield* admitLookUp(customDomainId, "domainRecheck"))
  }
  const domain = yield* lockDomain(customDomainId)
  // The job or another recheck may have moved it meanwhile: then what was found is about another state.
  const after = domain.status === found.domain.status ? yield* moveDomain(domain, found.evidence) : domain
  yield* auditDomain(domain, "rechecked", domainFacts(domain), {
    ...domainFacts(after),
    records: found.evidence.records
  })
  return yield* getCustomDomain(customDomainId)
})
