import { Effect } from "effect"
import type { CustomDomainRow } from "./CustomDomain.ts"
import { DnsLookups } from "./DnsLookups.ts"
import { ownershipRecord } from "./DnsRecord.ts"
import { EdgeCertificates } from "./EdgeCertificates.ts"
import type { DomainEvidence } from "./judgeDomain.ts"

/**
 * Finds out what a domain is judged by: its own TXT record, and while it is verifying its certificate, where the record
 * was judged before. Takes seconds: never call it inside a transaction.
 */
export const lookUpDomain = Effect.fnUntraced(function* (domain: CustomDomainRow) {
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

/** A command needs what only a look-up tells: look the domain up, then give the command another try. */
class LookUpFirst {
  readonly _tag = "LookUpFirst"
  readonly domain: CustomDomainRow
  constructor(domain: CustomDomainRow) {
    this.domain = domain
  }
}

const isLookUpFirst = (error: unknown): error is LookUpFirst => error instanceof LookUpFirst

/** What was found out, and about which state of the domain. */
export interface LookedUp {
  readonly domain: CustomDomainRow
  readonly evidence: DomainEvidence
}

/** Ends the attempt so that the domain is looked up outside of its transaction. */
export const lookUpFirst = (domain: CustomDomainRow): Effect.Effect<never, LookUpFirst> =>
  Effect.fail(new LookUpFirst(domain))

/** Attempts a command, and again with what a look-up told, each in its own transaction and the look-up in none. */
export const lookingUpFirst = <A, E, R>(
  attempt: (found: LookedUp | undefined) => Effect.Effect<A, E | LookUpFirst, R>
) =>
  Effect.catchIf(attempt(undefined), isLookUpFirst, ({ domain }) =>
    Effect.flatMap(lookUpDomain(domain), (evidence) =>
      Effect.catchIf(attempt({ domain, evidence }), isLookUpFirst, Effect.die)
    )
  )
