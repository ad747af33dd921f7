import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { writingOrganization } from "../access/writingOrganization.ts"
import { Deployment } from "../shared/Deployment.ts"
import { randomToken } from "../shared/randomToken.ts"
import { auditDomain, domainFacts } from "./auditDomain.ts"
import type { CustomDomain } from "./CustomDomain.ts"
import { CustomDomains } from "./CustomDomains.ts"
import { toView } from "./CustomDomainView.ts"
import { observedRecord, requiredRecords } from "./DnsRecord.ts"
import { acceptHostname } from "./normaliseHostname.ts"

/**
 * Connects a hostname, which then waits for its own TXT record, even if other organizations wait for or hold the
 * hostname. Fails if this organization has already connected it (DOMAIN 8.2).
 */
export const connectCustomDomain = Effect.fnUntraced(function* (text: string) {
  const hostname = yield* acceptHostname(text)
  const { id: organizationId } = yield* writingOrganization
  const { edge } = yield* Deployment
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const row: Omit<CustomDomain, "id"> = {
    xid: yield* random.uuidV7(),
    organizationId,
    hostname,
    status: "pending_dns",
    certificateStatus: "none",
    verificationToken: yield* randomToken(""),
    failureReason: null,
    statusSince: now,
    lostSince: null,
    lastCheckedAt: null,
    nextCheckAt: now,
    verifiedAt: null,
    createdAt: now
  }
  const domain = yield* CustomDomains.use(({ insert }) => insert(row))
  yield* auditDomain(domain, "connected", null, domainFacts(domain))
  return {
    ...toView({ domain, pageGroupXid: null }),
    dnsRecords: requiredRecords(domain, edge.hostname).map((record) => observedRecord(record, []))
  }
})
