import { assert, describe, it } from "@effect/vitest"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { type StayClaimant, matchesGuest } from "../../../src/domain/reservations/matchesGuest.ts"

const claimant: StayClaimant = {
  memberId: MemberId.make(1),
  email: "kim@example.com",
  emailVerified: true,
  memberLastName: "Member",
  lastName: "Kim"
}

/** Whether a stay whose guest has this address matches the claimant. */
const matches = (guestEmail: string, change: Partial<StayClaimant> = {}) =>
  matchesGuest({ memberId: null, guestLastName: "Kim", guestEmail }, { ...claimant, ...change })

describe("matchesGuest", () => {
  it("MEM-113: compares e-mail addresses ignoring the case of ASCII letters", () => {
    for (const email of ["kim@example.com", "KIM@Example.COM", "kIm@eXample.com"]) {
      assert.isTrue(matches(email), email)
      assert.isTrue(matches("Kim@Example.com", { email }), email)
    }
  })

  it("MEM-113: does not match characters that only resemble those of an e-mail address", () => {
    const others = {
      "Kelvin sign": "\u212Aim@example.com",
      "full-width letter": "\uFF4Bim@example.com",
      "full-width capital": "\uFF2Bim@example.com",
      "dotless i": "k\u0131m@example.com",
      "dotted capital I": "K\u0130M@example.com",
      "full-width at sign": "kim\uFF20example.com",
      "soft hyphen": "ki\u00ADm@example.com",
      "space around it": " kim@example.com ",
      "no-break space behind it": "kim@example.com\u00A0"
    }
    for (const [kind, email] of Object.entries(others)) {
      assert.isFalse(matches(email), kind)
      assert.isFalse(matches("kim@example.com", { email }), kind)
    }
    assert.isTrue(matches("\u00FCber@example.com", { email: "\u00FCber@example.com" }))
    assert.isFalse(matches("\u00DCber@example.com", { email: "\u00FCber@example.com" }))
  })

  it("MEM-113: a member's own stay needs their name or the guest's, and no verified e-mail address", () => {
    const own = { memberId: claimant.memberId, guestLastName: "Guest", guestEmail: "guest@example.com" }
    for (const emailVerified of [true, false]) {
      const matchesOwn = (lastName: string) => matchesGuest(own, { ...claimant, emailVerified, lastName })
      assert.isTrue(matchesOwn("Member"))
      assert.isTrue(matchesOwn("Guest"))
      assert.isFalse(matchesOwn("Kim"))
    }
  })

  it("MEM-113: compares names ignoring case and compatibility forms", () => {
    assert.isTrue(matches("kim@example.com", { lastName: " \uFF2BIM " }))
    assert.isFalse(matches("kim@example.com", { lastName: "Kin" }))
  })
})
