import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { PageChanges } from "../pages/PageChanges.ts"
import type { CustomDomainRow } from "./CustomDomain.ts"
import { type CustomDomainChange, CustomDomains } from "./CustomDomains.ts"
import { type DomainTrigger, findDomainTransition } from "./domainTransitions.ts"
import { type DomainEvidence, judgeDomain, lostSinceOf } from "./judgeDomain.ts"
import { nextCheckOf } from "./nextCheckOf.ts"

/** The domain as the trigger leaves it; as it is where the trigger is none of its state. */
const moved = (domain: CustomDomainRow, trigger: DomainTrigger | undefined, now: DateTime.Utc): CustomDomainRow => {
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

const changeOf = (after: CustomDomainRow): CustomDomainChange => ({
  status: after.status,
  certificateStatus: after.certificateStatus,
  failureReason: after.failureReason,
  statusSince: after.statusSince,
  lostSince: after.lostSince,
  lastCheckedAt: after.lastCheckedAt,
  nextCheckAt: after.nextCheckAt,
  verifiedAt: after.verifiedAt
})

/** What moves a domain: `retry` judges by the records alone, and a failed one only by them. */
const triggerOf = (domain: CustomDomainRow, evidence: DomainEvidence, isRetry: boolean, now: DateTime.Utc) => {
  if (!isRetry) return judgeDomain(domain, evidence, now)
  return evidence.records === "found" ? "retry_found" : "retry_missing"
}

const isVerified = ({ status }: CustomDomainRow) => status === "verified"

/** The page of a domain is served at its hostname from then on, or no longer. */
const announced = (domain: CustomDomainRow) => PageChanges.use(({ publish }) => publish(domain))

/**
 * Applies what was found out to a locked domain, in the caller's transaction; answers the domain after it. Of several
 * organizations whose domains would hold one hostname the database lets one, and the others fail (DOMAIN 8.2).
 */
export const moveDomain = Effect.fnUntraced(function* (
  domain: CustomDomainRow,
  evidence: DomainEvidence,
  { isRetry = false }: { readonly isRetry?: boolean } = {}
) {
  const domains = yield* CustomDomains
  const now = yield* DateTime.now
  const after = (trigger: DomainTrigger | undefined): CustomDomainRow => {
    const next = moved({ ...domain, lostSince: lostSinceOf(domain, evidence, now) }, trigger, now)
    // What is never due, like the domains of demonstrations, is made due by a move only.
    const isDue = domain.nextCheckAt !== null || next.status !== domain.status
    return { ...next, lastCheckedAt: now, nextCheckAt: isDue ? nextCheckOf(next, now) : null }
  }
  const next = after(triggerOf(domain, evidence, isRetry, now))
  // Transactions in a transaction are savepoints: a conflict would otherwise end the outer one.
  const change = atomically(domains.update(domain, changeOf(next)))
  return yield* Effect.as(change, next).pipe(
    Effect.catchTag("HostnameHeld", () => {
      const held = after("hostname_held")
      return Effect.as(Effect.orDie(domains.update(domain, changeOf(held))), held)
    }),
    Effect.tap((left) => (isVerified(left) === isVerified(domain) ? Effect.void : announced(domain)))
  )
})
