import { Effect, Layer } from "effect"
import { DnsLookups, DnsUnanswered } from "../domain/customDomains/DnsLookups.ts"
import { DomainTwins, type TwinRecords } from "../domain/testing/DomainTwins.ts"
import { Configuration } from "./Configuration.ts"
import { makeDnsLookups } from "./customDomains/makeDnsLookups.ts"

/** Answers with the records set by a test. */
export const layerTwin = Layer.effect(
  DnsLookups,
  Effect.map(DomainTwins, ({ recordsAt }) => {
    const lookUp = Effect.fnUntraced(function* (type: TwinRecords["type"], name: string) {
      return (yield* recordsAt(type, name)) ?? (yield* new DnsUnanswered({ name }))
    })
    return { txt: (name) => lookUp("TXT", name), cname: (name) => lookUp("CNAME", name) }
  })
)

/** The configured name servers, else the system's. The twin is used with the memory store and under test controls. */
export const layer = Layer.unwrap(
  Effect.map(Configuration, ({ dnsServers, dnsTimeoutMs, store, testControls }) =>
    dnsServers === undefined && (testControls || store === "memory")
      ? layerTwin
      : Layer.sync(DnsLookups, () => makeDnsLookups({ servers: dnsServers, timeoutMs: dnsTimeoutMs }))
  )
)
