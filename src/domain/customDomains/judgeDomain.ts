import { DateTime } from "effect"
import type { CustomDomainRow } from "./CustomDomain.ts"
import type { DomainTrigger } from "./domainTransitions.ts"
import type { EdgeAnswer } from "./EdgeCertificates.ts"

/** Longest that a domain waits for its records, stays verified without them, and is kept after it has waited in vain. */
export const recordsAwaited = { hours: 72 } as const
export const recordsMissed = { hours: 24 } as const
export const failureKept = { days: 30 } as const
/** How long the edge may refuse a hostname: its first requests to the certificate authority may fail. */
export const refusalsBorne = { hours: 1 } as const

/** What was found out about a domain: of its own TXT record, and of its certificate where that counts. */
export interface DomainEvidence {
  readonly records: "found" | "missing" | "unanswered"
  readonly certificate: EdgeAnswer | undefined
}

type Span = typeof recordsAwaited | typeof recordsMissed | typeof failureKept | typeof refusalsBorne

const hasPassed = (since: DateTime.Utc, span: Span, now: DateTime.Utc) =>
  DateTime.isLessThanOrEqualTo(DateTime.add(since, span), now)

/**
 * Since when a verified domain misses its records, as of now. Only an answer tells: while nobody answers, it is as it
 * was.
 */
export const lostSinceOf = (
  { lostSince, status }: Pick<CustomDomainRow, "status" | "lostSince">,
  { records }: DomainEvidence,
  now: DateTime.Utc
): DateTime.Utc | null => {
  if (status !== "verified" || records === "found") return null
  return records === "missing" ? (lostSince ?? now) : lostSince
}

const judgeCertificate = (
  { statusSince }: Pick<CustomDomainRow, "statusSince">,
  certificate: EdgeAnswer | undefined,
  now: DateTime.Utc
): DomainTrigger | undefined => {
  if (certificate === "issued") return "certificate_issued"
  if (certificate === "unmanaged") return "certificate_unmanaged"
  return certificate === "refused" && hasPassed(statusSince, refusalsBorne, now) ? "certificate_refused" : undefined
}

/** What a check means for a domain, as of now; undefined where it stays as it is (DOMAIN 8.2). */
export const judgeDomain = (
  domain: Pick<CustomDomainRow, "status" | "statusSince" | "lostSince">,
  evidence: DomainEvidence,
  now: DateTime.Utc
): DomainTrigger | undefined => {
  const { lostSince, status, statusSince } = domain
  if (status === "pending_dns") {
    if (evidence.records === "found") return "records_found"
    return hasPassed(statusSince, recordsAwaited, now) ? "records_overdue" : undefined
  }
  if (status === "verifying") return judgeCertificate(domain, evidence.certificate, now)
  if (status === "failed" || evidence.records !== "missing" || lostSince === null) return undefined
  return hasPassed(lostSince, recordsMissed, now) ? "records_lost" : undefined
}

/** Whether a failed domain has been kept for long enough to be removed. */
export const isForgettable = ({ failureReason, statusSince }: CustomDomainRow, now: DateTime.Utc): boolean =>
  failureReason === "dns_timeout" && hasPassed(statusSince, failureKept, now)
