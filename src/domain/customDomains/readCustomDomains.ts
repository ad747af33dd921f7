import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { Deployment } from "../shared/Deployment.ts"
import { CustomDomains, type CustomDomainsQuery } from "./CustomDomains.ts"
import { toView } from "./CustomDomainView.ts"
import { DnsLookups } from "./DnsLookups.ts"
import { observedRecord, requiredRecords } from "./DnsRecord.ts"

/** A page of the organization's domains, in order of connection. */
export const listCustomDomains = Effect.fnUntraced(function* (query: {
  readonly status?: CustomDomainsQuery["statuses"]
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offset, status: statuses } = query
  const { reach } = yield* PartnerCaller
  const page = yield* CustomDomains.use(({ list }) => list({ reach, statuses, limit, offset }))
  return { items: page.items.map(toView), total: page.total, limit, offset }
})

const find = Effect.fnUntraced(function* (customDomainId: string) {
  const { reach } = yield* PartnerCaller
  return yield* CustomDomains.use(({ get }) => get({ reach, customDomainId }))
})

/** One domain. */
export const getCustomDomain = (customDomainId: string) => Effect.map(find(customDomainId), toView)

/**
 * The records that the customer must set, with the current DNS records; a look-up without a timely answer counts as
 * empty.
 */
export const listDnsRecords = Effect.fnUntraced(function* (customDomainId: string) {
  const { domain } = yield* find(customDomainId)
  const { edge } = yield* Deployment
  const { cname, txt } = yield* DnsLookups
  const items = yield* Effect.forEach(
    requiredRecords(domain, edge.hostname),
    (required) =>
      (required.type === "TXT" ? txt : cname)(required.name).pipe(
        Effect.catchTag("DnsUnanswered", () => Effect.succeed([])),
        Effect.map((observed) => observedRecord(required, observed))
      ),
    { concurrency: 2 }
  )
  return { items }
})
