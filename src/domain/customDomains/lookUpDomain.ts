import { Effect } from "effect"
import { retryAfterWork, WorkFirst } from "../shared/WorkFirst.ts"
import type { CustomDomain } from "./CustomDomain.ts"
import { DnsLookups } from "./DnsLookups.ts"
import { ownershipRecord } from "./DnsRecord.ts"
import { EdgeCertificates } from "./EdgeCertificates.ts"
import type { DomainEvidence } from "./domainTriggerFor.ts"

/**
 * Looks up a domain's TXT record and, while it is verifying, its certificate. Takes seconds: never call it inside a
 * transaction.
 */
export const lookUpDomain = Effect.fnUntraced(function* (domain: CustomDomain) {
  const { name, value } = ownershipRecord(domain)
  const records = DnsLookups.use(({ txt }) => txt(name)).pipe(
    Effect.map((texts): DomainEvidence["records"] => (texts.includes(value) ? "found" : "missing")),
    Effect.catchTag("DnsUnanswered", () => Effect.succeed("unanswered" as const))
  )
  const certificate =
    domain.status === "verifying"
      ? EdgeCertificates.use(({ check }) => check(domain.hostname))
      : Effect.succeed(undefined)
  const evidence: DomainEvidence = yield* Effect.all({ records, certificate }, { concurrency: 2 })
  return evidence
})

/** The evidence of a look-up, and the state of the domain that it concerns. */
export interface LookedUp {
  readonly domain: CustomDomain
  readonly evidence: DomainEvidence
}

/** Ends the attempt so that the domain is looked up outside its transaction. */
export const requireLookUp = (domain: CustomDomain): Effect.Effect<never, WorkFirst<CustomDomain>> =>
  Effect.fail(new WorkFirst(domain))

/**
 * Attempts a command, and retries it with the evidence of a look-up. Each attempt runs in its own transaction, the
 * look-up in none.
 */
export const retryWithLookUp = <A, E, R>(
  attempt: (lookedUp: LookedUp | undefined) => Effect.Effect<A, E | WorkFirst<CustomDomain>, R>
) =>
  retryAfterWork(attempt, (domain: CustomDomain) =>
    Effect.map(lookUpDomain(domain), (evidence): LookedUp => ({ domain, evidence }))
  )
