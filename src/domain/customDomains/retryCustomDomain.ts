import { Effect } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { admitLookUp } from "./admitLookUp.ts"
import { auditDomain, domainFacts } from "./auditDomain.ts"
import type { CustomDomain } from "./CustomDomain.ts"
import { lockDomain } from "./lockDomain.ts"
import { type LookedUp, requireLookUp } from "./lookUpDomain.ts"
import { moveDomain } from "./moveDomain.ts"
import { getCustomDomain } from "./readCustomDomains.ts"

const requireFailed = ({ status }: CustomDomain) =>
  status === "failed" ? Effect.void : Effect.fail(new StateConflict({ currentStatus: status }))

/**
 * Restarts a failed domain: verifying if its record is present, else waiting for it like a new one; fails again while
 * another organization holds the hostname (DOMAIN 8.2). Run it in `retryWithLookUp`. Counts once against the rate
 * limit, even if the status is refused, and only if the caller may retry the domain (PAR-137).
 */
export const retryCustomDomain = Effect.fnUntraced(function* (customDomainId: string, lookedUp: LookedUp | undefined) {
  if (lookedUp === undefined) {
    const domain = yield* admitLookUp(customDomainId, "domainRetry")
    yield* requireFailed(domain)
    return yield* requireLookUp(domain)
  }
  const domain = yield* lockDomain(customDomainId)
  yield* requireFailed(domain)
  const after = yield* moveDomain(domain, lookedUp.evidence, { isRetry: true })
  yield* auditDomain(domain, "retried", domainFacts(domain), domainFacts(after))
  return yield* getCustomDomain(customDomainId)
})
