import { assert, describe, it } from "@effect/vitest"
import { addressSubject } from "../../../src/domain/ratelimit/addressSubject.ts"

describe("addressSubject", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:250.1.113.255", "250.1.113.255"],
    ["::ffff:9.99.100.249", "9.99.100.249"],
    ["::ffff:199.209.240.0", "199.209.240.0"],
    ["::ffff:10.254.19.8", "10.254.19.8"]
  ])("PUB-014: counts %s as the IPv4 address %s", (ip, subject) => {
    assert.strictEqual(addressSubject(ip), subject)
  })

  it.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8::5:6:7:8", "2001:db8:0:0::/64"],
    ["2001:db8::3:4:5:6:7", "2001:db8:0:3::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["1::ffff:203.0.113.7", "1:0:0:0::/64"],
    ["0:0:0:0:1:ffff:203.0.113.7", "0:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["64:ff9b:0:1:2:3:203.0.113.7", "64:ff9b:0:1::/64"]
  ])("PUB-014, HUB-090, PUB-020: counts %s by its /64, %s", (ip, subject) => {
    assert.strictEqual(addressSubject(ip), subject)
  })

  it("PUB-014: distinguishes neighbouring /64s", () => {
    assert.notStrictEqual(addressSubject("2001:db8:1:2::1"), addressSubject("2001:db8:1:3::1"))
  })

  it.each([
    "",
    "unknown",
    ":",
    ":::",
    "1:2:3",
    "1:2:3:4:5:6:7:8:9",
    "1::2::3",
    "1:2:3:4::5:6:7:8",
    "12345::",
    "g::1",
    "::ffff:256.0.0.1",
    "::ffff:1.2.3",
    "::ffff:1.2.3.4x",
    "::ffff:x1.2.3.4",
    "::ffff:1.2.3.256",
    "::ffff:01.2.3.4",
    "::1.2.3.4:5",
    "::fffff",
    "::x1",
    "1.2.3.4::",
    "203.0.113.7:443",
    "[2001:db8::1]"
  ])("PUB-014: counts %j, which is not an address, as itself", (text) => {
    assert.strictEqual(addressSubject(text), text)
  })
})
