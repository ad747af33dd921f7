import type { CertificateStatus, CustomDomain, DomainFailure, DomainStatus } from "./CustomDomain.ts"

/**
 * The triggers of a transition. `records_*` and `retry_*` depend on the TXT record, `certificate_*` on the edge;
 * `hostname_held`: another organization holds the hostname; `forget`: removal of a domain that was never verified.
 */
export const domainTriggers = [
  "records_found",
  "records_overdue",
  "records_lost",
  "hostname_held",
  "certificate_issued",
  "certificate_unmanaged",
  "certificate_refused",
  "retry_found",
  "retry_missing",
  "forget",
  "disconnect"
] as const
export type DomainTrigger = (typeof domainTriggers)[number]

/** A transition of the state machine (DOMAIN 8.2). */
export interface DomainTransition {
  readonly trigger: DomainTrigger
  readonly from: ReadonlyArray<DomainStatus>
  /** Applies only to this failure reason; undefined for any. */
  readonly reason?: typeof DomainFailure.Type
  readonly to: DomainStatus | "removed"
  readonly certificateStatus: typeof CertificateStatus.Type
  readonly failureReason: typeof DomainFailure.Type | null
}

const move = (
  trigger: DomainTrigger,
  from: ReadonlyArray<DomainStatus>,
  to: DomainTransition["to"],
  certificateStatus: DomainTransition["certificateStatus"] = "none"
): DomainTransition => ({ trigger, from, to, certificateStatus, failureReason: null })

const fail = (
  trigger: DomainTrigger,
  from: ReadonlyArray<DomainStatus>,
  failureReason: typeof DomainFailure.Type,
  certificateStatus: DomainTransition["certificateStatus"] = "none"
): DomainTransition => ({ trigger, from, to: "failed", certificateStatus, failureReason })

/** Every transition after the connection, in the order of DOMAIN 8.2. All others are refused and change nothing. */
export const domainTransitions: ReadonlyArray<DomainTransition> = [
  move("records_found", ["pending_dns"], "verifying", "pending"),
  fail("hostname_held", ["pending_dns", "failed"], "hostname_taken"),
  fail("records_overdue", ["pending_dns"], "dns_timeout"),
  move("certificate_issued", ["verifying"], "verified", "issued"),
  move("certificate_unmanaged", ["verifying"], "verified"),
  fail("certificate_refused", ["verifying"], "certificate_failed", "failed"),
  move("retry_found", ["failed"], "verifying", "pending"),
  move("retry_missing", ["failed"], "pending_dns"),
  fail("records_lost", ["verified"], "dns_lost"),
  { ...move("forget", ["failed"], "removed"), reason: "dns_timeout" },
  move("disconnect", ["pending_dns", "verifying", "verified", "failed"], "removed")
]

/** The transition for a trigger in this state; undefined when there is none. */
export const findDomainTransition = (
  trigger: DomainTrigger,
  { failureReason, status }: Pick<CustomDomain, "status" | "failureReason">
): DomainTransition | undefined =>
  domainTransitions.find(
    (transition) =>
      transition.trigger === trigger &&
      transition.from.includes(status) &&
      (transition.reason === undefined || transition.reason === failureReason)
  )
