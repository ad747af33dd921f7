import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { eligibilityReason } from "../../../src/domain/eligibility/Eligibility.ts"
import { offerEligibility, type OfferOccasion } from "../../../src/domain/offers/offerEligibility.ts"
import { offerRestrictions } from "../../../src/domain/offers/offerRestrictions.ts"
import type { OfferForMember, OfferStay, OfferVenue } from "../../../src/domain/offers/OfferForMember.ts"
import { now, occasion, offer, stayAt, venue } from "../../support/offerStandings.ts"

/** The code of the refusal; "yes" when there is none. */
const judged = (facts: Partial<OfferForMember>, at: Partial<OfferOccasion> = {}) => {
  const found = offerEligibility(offer(facts), occasion(at))
  return found.isEligible ? "yes" : found.code
}

const [v1, v2, foreign] = [venue(101), venue(102), venue(111, 2)]

describe("offerEligibility", () => {
  it("MEM-062: points decide to the point, and the reason names both figures", () => {
    assert.deepStrictEqual(
      [judged({}), judged({ spendable: 499 }), judged({ spendable: 0 })],
      ["yes", "points", "points"]
    )
    const found = offerEligibility(offer({ pointsRequired: 1500, spendable: 900 }), occasion())
    assert.deepStrictEqual(found, { isEligible: false, code: "points", facts: { required: 1500, spendable: 900 } })
    assert.strictEqual(
      eligibilityReason("points", { required: 1500, spendable: 900 }),
      "Needs 1500 points; you have 900"
    )
  })

  it("MEM-062, MEM-118: the tier level decides, none is level 0", () => {
    const level = (minTierLevel: number, tierLevel: number) => judged({ minTierLevel, tierLevel })
    assert.deepStrictEqual(
      [level(0, 0), level(1, 0), level(2, 1), level(2, 2), level(2, 3)],
      ["yes", "tier_level", "tier_level", "yes", "yes"]
    )
  })

  it("MEM-066: an offer ends at its exact end", () => {
    const ending = (millis: number) =>
      judged({ validUntil: DateTime.formatIso(DateTime.add(now, { milliseconds: millis })) })
    assert.deepStrictEqual([ending(-1), ending(0), ending(1)], ["expired", "expired", "yes"])
  })

  it("MEM-062: a property's offer applies there, a global one at every property of its organization", () => {
    assert.strictEqual(judged({ venue: v1 }), "yes")
    assert.strictEqual(judged({ venue: v1 }, { venue: v1 }), "yes")
    assert.strictEqual(judged({ venue: v1 }, { venue: v2 }), "property")
    assert.strictEqual(judged({ venue: v1 }, { stay: stayAt(v2) }), "property")
    assert.deepStrictEqual([judged({}, { venue: v1 }), judged({}, { venue: v2 })], ["yes", "yes"])
    assert.strictEqual(judged({}, { venue: foreign }), "property")
    assert.strictEqual(judged({}, { stay: stayAt(foreign) }), "property")
    assert.strictEqual(judged({}, { venue: v1, stay: stayAt(v2) }), "property")
  })

  it("MEM-062, MEM-065: an offer for stays needs one that stands, at its property", () => {
    const needing = (at: Partial<OfferOccasion>) => judged({ requiresStay: true, venue: v1 }, at)
    assert.deepStrictEqual(
      [needing({}), needing({ checkInDate: "2026-03-10" }), needing({ stay: stayAt(v1) })],
      ["requires_stay", "requires_stay", "yes"]
    )
    assert.strictEqual(needing({ stay: stayAt(v1, { status: "inquiry" }) }), "requires_stay")
    assert.strictEqual(needing({ stay: stayAt(v1, { status: "pending" }) }), "yes")
  })

  it("MEM-088: a cancelled or past stay does not count, whatever the offer requires", () => {
    const status = (facts: Partial<OfferStay>) => judged({}, { stay: stayAt(v1, facts) })
    assert.strictEqual(status({ status: "cancelled" }), "stay_ended")
    assert.strictEqual(status({ checkOut: "2026-03-03" }), "stay_ended")
    assert.strictEqual(status({ checkOut: "2026-03-04" }), "yes")
    // At this moment it is the fifth in Tokyo.
    const tokyo = venue(103, 1, "Asia/Tokyo")
    assert.strictEqual(judged({}, { stay: stayAt(tokyo, { checkOut: "2026-03-04" }) }), "stay_ended")
  })

  it("MEM-060, MEM-066: the check-in day decides within its window, both ends included", () => {
    const checkInWindow = { from: "2026-03-10", to: "2026-03-20" }
    const on = (checkInDate: string | null) => judged({ checkInWindow }, { checkInDate })
    assert.deepStrictEqual(
      [on("2026-03-09"), on("2026-03-10"), on("2026-03-20"), on("2026-03-21"), on(null)],
      ["check_in_window", "yes", "yes", "check_in_window", "yes"]
    )
    assert.strictEqual(
      judged({ checkInWindow: { from: null, to: "2026-03-09" } }, { stay: stayAt(v1) }),
      "check_in_window"
    )
    assert.strictEqual(judged({ checkInWindow: { from: "2026-03-10", to: null } }, { stay: stayAt(v1) }), "yes")
  })

  it("MEM-066: closes so many hours before the check-in day begins at the property", () => {
    const closing = (hours: number, at: OfferVenue, checkInDate: string) =>
      judged({ disableBeforeCheckInHours: hours }, { venue: at, checkInDate })
    // Midnight is 4 hours ahead in Lisbon, 9 hours in New York, and was 5 hours ago in Tokyo.
    const [newYork, tokyo] = [venue(104, 1, "America/New_York"), venue(103, 1, "Asia/Tokyo")]
    assert.deepStrictEqual([closing(3, v1, "2026-03-05"), closing(4, v1, "2026-03-05")], ["yes", "check_in_window"])
    assert.deepStrictEqual(
      [closing(8, newYork, "2026-03-05"), closing(9, newYork, "2026-03-05")],
      ["yes", "check_in_window"]
    )
    for (const hours of [0, 1, 24, 10_000]) {
      assert.strictEqual(closing(hours, tokyo, "2026-03-05"), "check_in_window", `${hours} h, begun`)
      assert.strictEqual(closing(hours, v1, "2026-03-01"), "check_in_window", `${hours} h, days ago`)
    }
    assert.strictEqual(judged({ disableBeforeCheckInHours: null }, { checkInDate: "2026-03-01" }), "yes")
    assert.strictEqual(closing(18, tokyo, "2026-03-06"), "yes")
  })

  it("MEM-066: without such hours an offer is open on the check-in day, and after it", () => {
    const on = (checkInDate: string) => judged({ disableBeforeCheckInHours: null }, { venue: v1, checkInDate })
    assert.deepStrictEqual([on("2026-03-04"), on("2026-03-03")], ["yes", "yes"])
  })

  it("MEM-088: a claim that a desk handles needs a property, from any source", () => {
    const specific = { redemptionType: "propertySpecific" }
    assert.deepStrictEqual(
      [judged(specific), judged({ approvalRequired: true }), judged({ redemptionType: "timeTravel" })],
      ["property", "property", "property"]
    )
    assert.strictEqual(judged({ ...specific, venue: v1 }), "yes")
    assert.strictEqual(judged(specific, { venue: v2 }), "yes")
    assert.strictEqual(judged(specific, { stay: stayAt(v2) }), "yes")
    for (const redemptionType of ["direct", "externalCode", "static", "journeyInternal"]) {
      assert.strictEqual(judged({ redemptionType }), "yes")
    }
    const found = offerEligibility(offer(specific), occasion())
    assert.deepStrictEqual(found, { isEligible: false, code: "property", facts: {} })
  })

  it("MEM-062: a refusal names what it goes by", () => {
    const facts = (about: Partial<OfferForMember>, at: Partial<OfferOccasion> = {}) => {
      const found = offerEligibility(offer(about), occasion(at))
      return found.isEligible ? undefined : found.facts
    }
    const validUntil = DateTime.formatIso(now)
    assert.deepStrictEqual(facts({ validUntil }), { validUntil })
    assert.deepStrictEqual(facts({ venue: v1 }, { venue: v2 }), { propertyId: v2.documentId })
    assert.deepStrictEqual(facts({ minTierLevel: 2 }), { required: 2, actual: 1 })
    assert.deepStrictEqual(facts({}, { stay: stayAt(v1, { status: "cancelled" }) }), { status: "cancelled" })
    assert.deepStrictEqual(facts({}, { stay: stayAt(v1, { checkOut: "2026-03-03" }) }), { status: "over" })
  })

  it("stock and points are judged last, so that a claim may leave them to the locks", () => {
    const poor = { spendable: 0, isInStock: false }
    assert.strictEqual(judged(poor), "sold_out")
    assert.strictEqual(judged({ ...poor, minTierLevel: 5 }), "tier_level")
    assert.strictEqual(judged({ ...poor, requiresStay: true }), "requires_stay")
    assert.strictEqual(judged({ ...poor, redemptionType: "propertySpecific" }), "property")
    assert.strictEqual(judged({ ...poor, validUntil: DateTime.formatIso(now) }), "expired")
  })
})

describe("offerRestrictions", () => {
  const types = (facts: Partial<OfferForMember>, at: Partial<OfferOccasion> = {}) =>
    offerRestrictions(offer(facts), occasion(at)).map(({ type }) => type)

  it("MEM-065: restricts to a stay until one is named", () => {
    assert.deepStrictEqual(types({ requiresStay: true }), ["requires_stay"])
    assert.deepStrictEqual(types({ requiresStay: true }, { stay: stayAt(v1, { status: "inquiry" }) }), [
      "requires_stay"
    ])
    assert.deepStrictEqual(types({ requiresStay: true }, { stay: stayAt(v1) }), [])
    assert.deepStrictEqual(types({}), [])
  })

  it("MEM-065, MEM-066: restricts the check-in day until one is named that fits, with the figures", () => {
    const checkInWindow = { from: "2026-03-10", to: "2026-03-20" }
    assert.deepStrictEqual(offerRestrictions(offer({ checkInWindow, disableBeforeCheckInHours: 48 }), occasion()), [
      {
        type: "check_in_window",
        message: "For check-in from 2026-03-10 until 2026-03-20. Ends 48 hours before the check-in day",
        details: { from: "2026-03-10", to: "2026-03-20", disableBeforeCheckInHours: 48 }
      }
    ])
    assert.deepStrictEqual(types({ checkInWindow }, { checkInDate: "2026-03-09" }), ["check_in_window"])
    assert.deepStrictEqual(types({ checkInWindow }, { checkInDate: "2026-03-10" }), [])
    assert.deepStrictEqual(types({ disableBeforeCheckInHours: 48 }, { checkInDate: "2026-03-05" }), ["check_in_window"])
    assert.deepStrictEqual(types({ disableBeforeCheckInHours: 48 }, { stay: stayAt(v1) }), [])
  })
})
