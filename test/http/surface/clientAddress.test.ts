import { assert, describe, it } from "@effect/vitest"
import { clientAddress } from "../../../src/http/surface/clientAddress.ts"

const isTrusted = (address: string) => address.startsWith("10.") || address === "::1"
const of = (peer: string, forwardedFor: string | undefined) => clientAddress(peer, forwardedFor, isTrusted)

describe("clientAddress", () => {
  it("A-55: the forwarded address counts only when the peer is a trusted proxy", () => {
    assert.strictEqual(of("203.0.113.9", "198.51.100.1"), "203.0.113.9")
    assert.strictEqual(of("203.0.113.9", undefined), "203.0.113.9")
    assert.strictEqual(of("unknown", "198.51.100.1"), "unknown")
    assert.strictEqual(of("10.0.0.1", undefined), "10.0.0.1")
    assert.strictEqual(of("10.0.0.1", "198.51.100.1"), "198.51.100.1")
    assert.strictEqual(of("::1", "2001:db8::1"), "2001:db8::1")
  })

  it("A-55: the last hop that is not a trusted proxy counts, as a caller can forge those before it", () => {
    assert.strictEqual(of("10.0.0.1", "1.1.1.1, 198.51.100.1"), "198.51.100.1")
    assert.strictEqual(of("10.0.0.1", "1.1.1.1,198.51.100.1 , 10.0.0.2,10.0.0.3"), "198.51.100.1")
    assert.strictEqual(of("10.0.0.1", "<script>, 127.0.0.1', 198.51.100.1"), "198.51.100.1")
  })

  it("A-55: the peer counts when only proxies or nobody are named", () => {
    for (const header of ["", " ", ",", ", ,", "10.0.0.2", "10.0.0.2, 10.0.0.3"]) {
      assert.strictEqual(of("10.0.0.1", header), "10.0.0.1", header)
    }
  })

  it("A-55: a port after the address is ignored", () => {
    assert.strictEqual(of("10.0.0.1", "198.51.100.1:50123"), "198.51.100.1")
    assert.strictEqual(of("10.0.0.1", "[2001:db8::1]:50123"), "2001:db8::1")
    assert.strictEqual(of("10.0.0.1", "[2001:db8::1]"), "2001:db8::1")
    assert.strictEqual(of("10.0.0.1", "198.51.100.1, 10.0.0.2:443"), "198.51.100.1")
    assert.strictEqual(of("10.0.0.1", "2001:db8::1:443"), "2001:db8::1:443")
  })
})
