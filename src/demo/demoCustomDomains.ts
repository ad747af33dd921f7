import { Record } from "effect"
import { type CertificateStatus, type CustomDomain, CustomDomainId } from "../domain/customDomains/CustomDomain.ts"
import { nextCheckOf } from "../domain/customDomains/nextCheckOf.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { seeded } from "./seeded.ts"

interface DomainFact {
  readonly id: number
  readonly organization: "A" | "B"
  readonly hostname: string
  readonly status: CustomDomain["status"]
  readonly failure?: CustomDomain["failureReason"]
}

/**
 * For each organization a domain in each status, and another verified one that no page uses. They are due like all
 * others, so the job moves them when their time has run out: the hostnames are not in any DNS.
 */
const domains = {
  A_pending: { id: 9201, organization: "A", hostname: "pending.hotels-a.example", status: "pending_dns" },
  A_verifying: { id: 9202, organization: "A", hostname: "soon.hotels-a.example", status: "verifying" },
  A_verified: { id: 9203, organization: "A", hostname: "www.hotels-a.example", status: "verified" },
  A_free: { id: 9204, organization: "A", hostname: "stay.hotels-a.example", status: "verified" },
  A_failed: {
    id: 9205,
    organization: "A",
    hostname: "late.hotels-a.example",
    status: "failed",
    failure: "dns_timeout"
  },
  B_pending: { id: 9206, organization: "B", hostname: "pending.hotels-b.example", status: "pending_dns" },
  B_verifying: { id: 9207, organization: "B", hostname: "soon.hotels-b.example", status: "verifying" },
  B_verified: { id: 9208, organization: "B", hostname: "www.hotels-b.example", status: "verified" },
  B_free: { id: 9209, organization: "B", hostname: "stay.hotels-b.example", status: "verified" },
  B_failed: {
    id: 9210,
    organization: "B",
    hostname: "www.hotels-a.example",
    status: "failed",
    failure: "hostname_taken"
  }
} as const satisfies Readonly<Record<string, DomainFact>>

export type DomainName = keyof typeof domains

/** Fixture name to the external id of a custom domain. */
export const customDomainXids = Record.map(domains, (_, name) => seeded.uuid("custom domain", name))

/** The row id of a custom domain. */
export const customDomainId = (name: DomainName) => CustomDomainId.make(domains[name].id)

const certificates = {
  pending_dns: "none",
  verifying: "pending",
  verified: "issued",
  failed: "none"
} as const satisfies Readonly<Record<CustomDomain["status"], typeof CertificateStatus.Type>>

export const demoCustomDomains = (clock: DemoClock): Pick<Dataset, "customDomains"> => ({
  customDomains: Record.toEntries<DomainName, DomainFact>(domains).map(
    ([name, { failure = null, hostname, id, organization, status }]) => {
      const statusSince = clock.ago({ hours: 5 })
      return {
        id: CustomDomainId.make(id),
        xid: customDomainXids[name],
        organizationId: organizationIds[organization],
        hostname,
        status,
        certificateStatus: certificates[status],
        verificationToken: seeded.secret("custom domain", name),
        failureReason: failure,
        statusSince,
        lostSince: null,
        lastCheckedAt: status === "failed" ? statusSince : clock.now,
        nextCheckAt: nextCheckOf({ status, statusSince, lostSince: null, failureReason: failure }, clock.now),
        verifiedAt: status === "verified" ? statusSince : null,
        createdAt: clock.ago({ days: 2 })
      }
    }
  )
})
