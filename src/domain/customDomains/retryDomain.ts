import { Effect } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { admitLookUp } from "./admitLookUp.ts"
import { auditDomain, domainFacts } from "./auditDomain.ts"
import type { CustomDomainRow } from "./CustomDomain.ts"
import { lockDomain } from "./lockDomain.ts"
import { type LookedUp, lookUpFirst } from "./lookUpDomain.ts"
import { moveDomain } from "./moveDomain.ts"
import { getCustomDomain } from "./readCustomDomains.ts"

const requireFailed = ({ status }: CustomDomainRow) =>
  status === "failed" ? Effect.void : Effect.fail(new StateConflict({ currentStatus: status }))

/**
 * Begins again with a failed domain: verifying if its record is there, else waiting for it as a new one does; failed
 * again while another organization holds the hostname (DOMAIN 8.2). Run by `lookingUpFirst`; counted once, refusals of
 * the status included, and only for who may retry the domain (PAR-137).
 */
export const retryDomain = Effect.fnUntraced(function* (customDomainId: string, found: LookedUp | undefined) {
  if (found === undefined) {
    const domain = yield* admitLookUp(customDomainId, "domainRetry")
    yield* requireFailed(domain)
    return yield* lookUpFirst(domain)
  }
  const domain = yield* lockDomain(customDomainId)
  yield* requireFailed(domain)
  const after = yield* moveDomain(domain, found.evidence, { isRetry: true })
  yield* auditDomain(domain, "retried", domainFacts(domain), domainFacts(after))
  return yield* getCustomDomain(customDomainId)
})
