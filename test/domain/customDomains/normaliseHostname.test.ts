import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Result } from "effect"
import { ownershipRecord } from "../../../src/domain/customDomains/DnsRecord.ts"
import { type HostnameRules, normaliseHostname } from "../../../src/domain/customDomains/normaliseHostname.ts"
import { PublicSuffixes } from "../../../src/domain/customDomains/PublicSuffixes.ts"
import * as PublicSuffixesLayer from "../../../src/layers/PublicSuffixesLayer.ts"

const { kindOf } = Context.get(Effect.runSync(Effect.scoped(Layer.build(PublicSuffixesLayer.layer))), PublicSuffixes)

const rules: HostnameRules = {
  isProduction: true,
  edgeHostname: "edge.hub-service.com",
  ownHostname: "api.hub-service.com",
  kindOf
}

const accepted = (text: string, more: Partial<HostnameRules> = {}) =>
  Result.getOrUndefined(normaliseHostname(text, { ...rules, ...more }))

const longLabel = "a".repeat(63)
const longest = `${`${longLabel}.`.repeat(3)}${"a".repeat(39)}.com`

describe("normaliseHostname", () => {
  it("PAR-111: returns ASCII in lower case without a trailing dot", () => {
    for (const [text, hostname] of [
      ["WWW.Hotel-Aurora.COM", "www.hotel-aurora.com"],
      ["www.hotel-aurora.com.", "www.hotel-aurora.com"],
      ["hotel-aurora.com", "hotel-aurora.com"],
      ["www.münchen-hotel.de", "www.xn--mnchen-hotel-dlb.de"],
      ["www.xn--mnchen-hotel-dlb.de", "www.xn--mnchen-hotel-dlb.de"],
      ["stay。hotel-aurora.com", "stay.hotel-aurora.com"],
      ["aurora.co.uk", "aurora.co.uk"],
      ["aurora.github.io", "aurora.github.io"],
      [`${longLabel}.com`, `${longLabel}.com`],
      [longest, longest]
    ] as const) {
      assert.strictEqual(accepted(text), hostname, text)
    }
    assert.lengthOf(ownershipRecord({ hostname: longest, verificationToken: "token" }).name, 253)
  })

  it("PAR-111: refuses names that cannot be a customer's hostname, each with a reason", () => {
    for (const text of [
      "",
      ".",
      "..",
      "com",
      "co.uk",
      "github.io",
      "localhost",
      "www.localhost",
      "printer.local",
      "db.internal",
      "www.test",
      "router.home.arpa",
      "a.onion",
      "www.hotels-a.example",
      "www.hotel.unlisted-suffix",
      "127.0.0.1",
      "0x7f.1",
      "2130706433",
      "1.2.3.4.",
      "[::1]",
      "::1",
      "*.hotel-aurora.com",
      "www.*.com",
      "under_score.hotel-aurora.com",
      "-a.hotel-aurora.com",
      "a-.hotel-aurora.com",
      "a..hotel-aurora.com",
      `a${longLabel}.com`,
      `a${longest}`,
      longest.replace(".com", "a.com"),
      "www.hotel-aurora.com:443",
      "https://www.hotel-aurora.com",
      "www.hotel-aurora.com/path",
      "user@www.hotel-aurora.com",
      "www.hotel aurora.com",
      "www.hotel-aurora.com\\",
      "www.hotel-aurora.com?",
      "www.hotel-aurora.com#",
      "www.hotel%2daurora.com",
      "www\n.hotel-aurora.com",
      "edge.hub-service.com",
      "www.edge.hub-service.com",
      "api.hub-service.com"
    ]) {
      const result = normaliseHostname(text, rules)
      assert.isTrue(Result.isFailure(result), text)
      if (Result.isFailure(result)) assert.isAbove(result.failure.length, 10)
    }
  })

  it("PAR-111: outside production accepts .example and unlisted suffixes, but no names of local networks", () => {
    assert.strictEqual(accepted("www.hotels-a.example", { isProduction: false }), "www.hotels-a.example")
    assert.strictEqual(accepted("www.hotel.zone-of-tests", { isProduction: false }), "www.hotel.zone-of-tests")
    for (const text of ["example", "printer.local", "www.test", "localhost"]) {
      assert.isUndefined(accepted(text, { isProduction: false }), text)
    }
  })

  it("PAR-111: accepts siblings of the service's own hostnames, and names below it where the edge has its own", () => {
    assert.strictEqual(accepted("www.hub-service.com"), "www.hub-service.com")
    assert.strictEqual(accepted("notedge.hub-service.com"), "notedge.hub-service.com")
    assert.strictEqual(accepted("hotel.api.hub-service.com"), "hotel.api.hub-service.com")
    assert.isUndefined(accepted("hotel.api.hub-service.com", { edgeHostname: "api.hub-service.com" }))
  })
})
