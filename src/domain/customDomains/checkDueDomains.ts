import { DateTime, Effect, Option } from "effect"
import { processDue } from "../jobs/processDue.ts"
import { atomically } from "../shared/atomically.ts"
import { auditDomain, domainFacts } from "./auditDomain.ts"
import type { CustomDomain } from "./CustomDomain.ts"
import { CustomDomains } from "./CustomDomains.ts"
import { type DomainEvidence, isRemovable } from "./domainTriggerFor.ts"
import { lookUpDomain } from "./lookUpDomain.ts"
import { moveDomain } from "./moveDomain.ts"
import { removeDomain } from "./removeDomain.ts"

/** Domains per query, and concurrent look-ups. */
const batch = 100
const concurrency = 10

/** Locks a domain if it has not changed since it was listed, so that only one of several processes acts. */
const lockListed = Effect.fnUntraced(function* ({ id, nextCheckAt, organizationId, status }: CustomDomain) {
  const locked = yield* CustomDomains.use(({ findForUpdate }) => findForUpdate({ id, organizationId }))
  return Option.filter(
    locked,
    (domain) =>
      domain.status === status &&
      domain.nextCheckAt !== null &&
      nextCheckAt !== null &&
      DateTime.Equivalence(domain.nextCheckAt, nextCheckAt)
  )
})

const applyCheck = Effect.fnUntraced(function* (listed: CustomDomain, evidence: DomainEvidence) {
  const locked = yield* lockListed(listed)
  if (Option.isNone(locked)) return 0
  const domain = locked.value
  const after = yield* moveDomain(domain, evidence)
  if (after.status !== domain.status) {
    yield* auditDomain(domain, "checked", domainFacts(domain), domainFacts(after))
  }
  return 1
}, atomically)

/** Removes a domain whose records never appeared; one used by a published page is retried a day later. */
const removeAbandoned = Effect.fnUntraced(function* (listed: CustomDomain) {
  const locked = yield* lockListed(listed)
  const now = yield* DateTime.now
  if (Option.isNone(locked) || !isRemovable(locked.value, now)) return 0
  const domain = locked.value
  return yield* removeDomain(domain).pipe(
    Effect.andThen(auditDomain(domain, "removed", domainFacts(domain), null)),
    Effect.catchTag("ResourceInUse", () =>
      Effect.orDie(CustomDomains.use(({ update }) => update(domain, { nextCheckAt: DateTime.add(now, { days: 1 }) })))
    ),
    Effect.as(1)
  )
}, atomically)

const checkDomain = Effect.fnUntraced(function* (listed: CustomDomain) {
  if (listed.status === "failed") return yield* removeAbandoned(listed)
  return yield* applyCheck(listed, yield* lookUpDomain(listed))
})

/**
 * Checks the due domains, each in its own transaction after its look-up, and applies the transitions; removes those
 * whose records never appeared (DOMAIN 8.2). Returns how many.
 */
export const checkDueDomains = Effect.fn("checkDueDomains")(function* () {
  const { listDue } = yield* CustomDomains
  const due = (skipped: ReadonlyArray<unknown>) =>
    Effect.flatMap(DateTime.now, (now) => listDue({ now, limit: batch + skipped.length }))
  return yield* processDue(due, checkDomain, { atOnce: concurrency })
})
