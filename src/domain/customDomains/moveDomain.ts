import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { PageChanges } from "../pages/PageChanges.ts"
import type { CustomDomain } from "./CustomDomain.ts"
import { type CustomDomainChange, CustomDomains } from "./CustomDomains.ts"
import { type DomainTrigger, findDomainTransition } from "./domainTransitions.ts"
import { type DomainEvidence, domainTriggerFor, lostSinceOf } from "./domainTriggerFor.ts"
import { nextCheckOf } from "./nextCheckOf.ts"

/** The domain after the trigger; unchanged if its state has no transition for it. */
const applyTrigger = (domain: CustomDomain, trigger: DomainTrigger | undefined, now: DateTime.Utc): CustomDomain => {
  const transition = trigger === undefined ? undefined : findDomainTransition(trigger, domain)
  if (transition === undefined || transition.to === "removed") return domain
  const { certificateStatus, failureReason, to } = transition
  return {
    ...domain,
    status: to,
    certificateStatus,
    failureReason,
    statusSince: now,
    lostSince: null,
    verifiedAt: to === "verified" ? now : domain.verifiedAt
  }
}

const changeOf = (after: CustomDomain): CustomDomainChange => ({
  status: after.status,
  certificateStatus: after.certificateStatus,
  failureReason: after.failureReason,
  statusSince: after.statusSince,
  lostSince: after.lostSince,
  lastCheckedAt: after.lastCheckedAt,
  nextCheckAt: after.nextCheckAt,
  verifiedAt: after.verifiedAt
})

/** The trigger for a check or a retry; a retry depends on the records only. */
const triggerOf = (domain: CustomDomain, evidence: DomainEvidence, isRetry: boolean, now: DateTime.Utc) => {
  if (!isRetry) return domainTriggerFor(domain, evidence, now)
  return evidence.records === "found" ? "retry_found" : "retry_missing"
}

const isVerified = ({ status }: CustomDomain) => status === "verified"

/** Invalidates cached pages: the domain's page starts or stops being served at its hostname. */
const publishChange = (domain: CustomDomain) => PageChanges.use(({ publish }) => publish(domain))

/**
 * Applies the evidence of a look-up to a locked domain, in the caller's transaction; returns the resulting domain. If
 * several organizations compete for a hostname, the database admits one and the others fail (DOMAIN 8.2).
 */
export const moveDomain = Effect.fnUntraced(function* (
  domain: CustomDomain,
  evidence: DomainEvidence,
  { isRetry = false }: { readonly isRetry?: boolean } = {}
) {
  const domains = yield* CustomDomains
  const now = yield* DateTime.now
  const after = (trigger: DomainTrigger | undefined): CustomDomain => {
    const next = applyTrigger({ ...domain, lostSince: lostSinceOf(domain, evidence, now) }, trigger, now)
    return { ...next, lastCheckedAt: now, nextCheckAt: nextCheckOf(next, now) }
  }
  const next = after(triggerOf(domain, evidence, isRetry, now))
  // A nested transaction is a savepoint: without it, a conflict would abort the outer transaction.
  const change = atomically(domains.update(domain, changeOf(next)))
  return yield* Effect.as(change, next).pipe(
    Effect.catchTag("HostnameHeld", () => {
      const held = after("hostname_held")
      return Effect.as(Effect.orDie(domains.update(domain, changeOf(held))), held)
    }),
    Effect.tap((result) => (isVerified(result) === isVerified(domain) ? Effect.void : publishChange(domain)))
  )
})
