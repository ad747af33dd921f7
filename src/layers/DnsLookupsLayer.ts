import { Effect, Layer } from "effect"
import { DnsLookups, DnsUnanswered } from "../domain/customDomains/DnsLookups.ts"
import { DomainTwins, type TwinRecords } from "../domain/testing/DomainTwins.ts"
import { Configuration } from "./Configuration.ts"
import { makeDnsLookups } from "./customDomains/makeDnsLookups.ts"

/** The records that a test sets. */
export const layerTwin = Layer.effect(
  DnsLookups,
  Effect.map(DomainTwins, ({ recordsAt }) => {
    const lookUp = Effect.fnUntraced(function* (type: TwinRecords["type"], name: string) {
      return (yield* recordsAt(type, name)) ?? (yield* new DnsUnanswered({ name }))
    })
    return { txt: (name) => lookUp("TXT", name), cname: (name) => lookUp("CNAME", name) }
  })
)

/** The configured name servers, else those of the system; the twin over memory and in processes started for tests. */
export const layer = Layer.unwrap(
  Effect.map(Configuration, ({ dnsServers, dnsTimeoutMs, store, testControls }) =>
    dnsServers === undefined && (testControls || store === "memory")
      ? layerTwin
      : Layer.sync(DnsLookups, () => makeDnsLookups({ servers: dnsServers, timeoutMs: dnsTimeoutMs }))
  )
)
