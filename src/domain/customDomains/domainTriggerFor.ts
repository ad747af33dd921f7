import { DateTime } from "effect"
import type { CustomDomain } from "./CustomDomain.ts"
import type { DomainTrigger } from "./domainTransitions.ts"
import type { EdgeAnswer } from "./EdgeCertificates.ts"

/** How long a domain waits for its records, stays verified without them, and is kept after a DNS timeout. */
export const dnsTimeout = { hours: 72 } as const
export const dnsLossGrace = { hours: 24 } as const
export const failureRetention = { days: 30 } as const
/** How long the edge may refuse a hostname, since its first requests to the certificate authority may fail. */
export const certificateGrace = { hours: 1 } as const

/** The result of a look-up: the domain's TXT record and, while verifying, its certificate. */
export interface DomainEvidence {
  readonly records: "found" | "missing" | "unanswered"
  readonly certificate: EdgeAnswer | undefined
}

type Span = typeof dnsTimeout | typeof dnsLossGrace | typeof failureRetention | typeof certificateGrace

const hasPassed = (since: DateTime.Utc, span: Span, now: DateTime.Utc) =>
  DateTime.isLessThanOrEqualTo(DateTime.add(since, span), now)

/**
 * When the records of a verified domain were first found missing, as of now. Unchanged while the DNS does not answer.
 */
export const lostSinceOf = (
  { lostSince, status }: Pick<CustomDomain, "status" | "lostSince">,
  { records }: DomainEvidence,
  now: DateTime.Utc
): DateTime.Utc | null => {
  if (status !== "verified" || records === "found") return null
  return records === "missing" ? (lostSince ?? now) : lostSince
}

const certificateTrigger = (
  { statusSince }: Pick<CustomDomain, "statusSince">,
  { certificate, records }: DomainEvidence,
  now: DateTime.Utc
): DomainTrigger | undefined => {
  // The hostname may have changed hands since its record was found: a certificate alone does not verify it.
  if (records !== "missing") {
    if (certificate === "issued") return "certificate_issued"
    if (certificate === "unmanaged") return "certificate_unmanaged"
  }
  return certificate === "refused" && hasPassed(statusSince, certificateGrace, now) ? "certificate_refused" : undefined
}

/** The trigger that a check yields for a domain; undefined if it stays as it is (DOMAIN 8.2). */
export const domainTriggerFor = (
  domain: Pick<CustomDomain, "status" | "statusSince" | "lostSince">,
  evidence: DomainEvidence,
  now: DateTime.Utc
): DomainTrigger | undefined => {
  const { lostSince, status, statusSince } = domain
  if (status === "pending_dns") {
    if (evidence.records === "found") return "records_found"
    return hasPassed(statusSince, dnsTimeout, now) ? "records_overdue" : undefined
  }
  if (status === "verifying") return certificateTrigger(domain, evidence, now)
  if (status === "failed" || evidence.records !== "missing" || lostSince === null) return undefined
  return hasPassed(lostSince, dnsLossGrace, now) ? "records_lost" : undefined
}

/** Whether a failed domain is past its retention and can be removed. */
export const isRemovable = ({ failureReason, statusSince }: CustomDomain, now: DateTime.Utc): boolean =>
  failureReason === "dns_timeout" && hasPassed(statusSince, failureRetention, now)
