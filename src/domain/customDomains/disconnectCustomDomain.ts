import { Effect } from "effect"
import { auditDomain, domainFacts } from "./auditDomain.ts"
import { lockDomain } from "./lockDomain.ts"
import { removeDomain } from "./removeDomain.ts"

/** Disconnects a hostname that no published page uses. Connecting it again starts over with a new token. */
export const disconnectCustomDomain = Effect.fnUntraced(function* (customDomainId: string) {
  const domain = yield* lockDomain(customDomainId)
  yield* removeDomain(domain)
  yield* auditDomain(domain, "disconnected", domainFacts(domain), null)
})
