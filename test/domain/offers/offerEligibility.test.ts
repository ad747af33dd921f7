import { assert, describe, it } from "@effect/vitest"
import type { VenueSummary } from "../../../src/domain/properties/VenueSummary.ts"
import { DateTime } from "effect"
import { eligibilityReason } from "../../../src/domain/eligibility/Eligibility.ts"
import { offerEligibility, type OfferOccasion } from "../../../src/domain/offers/offerEligibility.ts"
import { offerRestrictions } from "../../../src/domain/offers/offerRestrictions.ts"
import type { OfferForMember, OfferStay } from "../../../src/domain/offers/OfferForMember.ts"
import { now, occasion, offer, stayAt, venue } from "../../support/datasets/offerStandings.ts"

/** The code of the refusal; "yes" when there is none. */
const codeOf = (facts: Partial<OfferForMember>, at: Partial<OfferOccasion> = {}) => {
  const found = offerEligibility(offer(facts), occasion(at))
  return found.isEligible ? "yes" : found.code
}

const [v1, v2, foreign] = [venue(101), venue(102), venue(111, 2)]

describe("offerEligibility", () => {
  it("MEM-062: needs exactly the required points; the reason names required and spendable points", () => {
    assert.deepStrictEqual(
      [codeOf({}), codeOf({ spendable: 499 }), codeOf({ spendable: 0 })],
      ["yes", "points", "points"]
    )
    const found = offerEligibility(offer({ pointsRequired: 1500, spendable: 900 }), occasion())
    assert.deepStrictEqual(found, { isEligible: false, code: "points", facts: { required: 1500, spendable: 900 } })
    assert.strictEqual(
      eligibilityReason("points", { required: 1500, spendable: 900 }),
      "Needs 1500 points; you have 900"
    )
  })

  it("MEM-062, MEM-118: needs at least the minimum tier level; no tier is level 0", () => {
    const level = (minTierLevel: number, tierLevel: number) => codeOf({ minTierLevel, tierLevel })
    assert.deepStrictEqual(
      [level(0, 0), level(1, 0), level(2, 1), level(2, 2), level(2, 3)],
      ["yes", "tier_level", "tier_level", "yes", "yes"]
    )
  })

  it("MEM-066: an offer expires exactly at validUntil", () => {
    const ending = (millis: number) =>
      codeOf({ validUntil: DateTime.formatIso(DateTime.add(now, { milliseconds: millis })) })
    assert.deepStrictEqual([ending(-1), ending(0), ending(1)], ["expired", "expired", "yes"])
  })

  it("MEM-062: a property's offer applies there only, a global one at every property of its organization", () => {
    assert.strictEqual(codeOf({ venue: v1 }), "yes")
    assert.strictEqual(codeOf({ venue: v1 }, { venue: v1 }), "yes")
    assert.strictEqual(codeOf({ venue: v1 }, { venue: v2 }), "property")
    assert.strictEqual(codeOf({ venue: v1 }, { stay: stayAt(v2) }), "property")
    assert.deepStrictEqual([codeOf({}, { venue: v1 }), codeOf({}, { venue: v2 })], ["yes", "yes"])
    assert.strictEqual(codeOf({}, { venue: foreign }), "property")
    assert.strictEqual(codeOf({}, { stay: stayAt(foreign) }), "property")
    assert.strictEqual(codeOf({}, { venue: v1, stay: stayAt(v2) }), "property")
  })

  it("MEM-062, MEM-065: an offer that requires a stay is refused without one and with an inquiry", () => {
    const needing = (at: Partial<OfferOccasion>) => codeOf({ requiresStay: true, venue: v1 }, at)
    assert.deepStrictEqual(
      [needing({}), needing({ checkInDate: "2026-03-10" }), needing({ stay: stayAt(v1) })],
      ["requires_stay", "requires_stay", "yes"]
    )
    assert.strictEqual(needing({ stay: stayAt(v1, { status: "inquiry" }) }), "requires_stay")
    assert.strictEqual(needing({ stay: stayAt(v1, { status: "pending" }) }), "yes")
  })

  it("MEM-088: a cancelled or past stay is stay_ended by the property's date, even if none is required", () => {
    const status = (facts: Partial<OfferStay>) => codeOf({}, { stay: stayAt(v1, facts) })
    assert.strictEqual(status({ status: "cancelled" }), "stay_ended")
    assert.strictEqual(status({ checkOut: "2026-03-03" }), "stay_ended")
    assert.strictEqual(status({ checkOut: "2026-03-04" }), "yes")
    // In Tokyo it is already 5 March.
    const tokyo = venue(103, 1, "Asia/Tokyo")
    assert.strictEqual(codeOf({}, { stay: stayAt(tokyo, { checkOut: "2026-03-04" }) }), "stay_ended")
  })

  it("MEM-060, MEM-066: the check-in day must be within the window, both ends included", () => {
    const checkInWindow = { from: "2026-03-10", to: "2026-03-20" }
    const on = (checkInDate: string | null) => codeOf({ checkInWindow }, { checkInDate })
    assert.deepStrictEqual(
      [on("2026-03-09"), on("2026-03-10"), on("2026-03-20"), on("2026-03-21"), on(null)],
      ["check_in_window", "yes", "yes", "check_in_window", "yes"]
    )
    assert.strictEqual(
      codeOf({ checkInWindow: { from: null, to: "2026-03-09" } }, { stay: stayAt(v1) }),
      "check_in_window"
    )
    assert.strictEqual(codeOf({ checkInWindow: { from: "2026-03-10", to: null } }, { stay: stayAt(v1) }), "yes")
  })

  it("MEM-066: an offer closes so many hours before the check-in day begins at the property", () => {
    const closing = (hours: number, at: VenueSummary, checkInDate: string) =>
      codeOf({ disableBeforeCheckInHours: hours }, { venue: at, checkInDate })
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
    assert.strictEqual(codeOf({ disableBeforeCheckInHours: null }, { checkInDate: "2026-03-01" }), "yes")
    assert.strictEqual(closing(18, tokyo, "2026-03-06"), "yes")
  })

  it("MEM-066: without such hours an offer is open on the check-in day, and after it", () => {
    const on = (checkInDate: string) => codeOf({ disableBeforeCheckInHours: null }, { venue: v1, checkInDate })
    assert.deepStrictEqual([on("2026-03-04"), on("2026-03-03")], ["yes", "yes"])
  })

  it("MEM-088: a propertySpecific, timeTravel or approval claim needs a property, from any source", () => {
    const specific = { redemptionType: "propertySpecific" }
    assert.deepStrictEqual(
      [codeOf(specific), codeOf({ approvalRequired: true }), codeOf({ redemptionType: "timeTravel" })],
      ["property", "property", "property"]
    )
    assert.strictEqual(codeOf({ ...specific, venue: v1 }), "yes")
    assert.strictEqual(codeOf(specific, { venue: v2 }), "yes")
    assert.strictEqual(codeOf(specific, { stay: stayAt(v2) }), "yes")
    for (const redemptionType of ["direct", "externalCode", "static", "journeyInternal"]) {
      assert.strictEqual(codeOf({ redemptionType }), "yes")
    }
    const found = offerEligibility(offer(specific), occasion())
    assert.deepStrictEqual(found, { isEligible: false, code: "property", facts: {} })
  })

  it("MEM-062: a refusal carries the facts that it is based on", () => {
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

  it("checks stock and points last, so that a claim can leave them to its locks", () => {
    const poor = { spendable: 0, isInStock: false }
    assert.strictEqual(codeOf(poor), "sold_out")
    assert.strictEqual(codeOf({ ...poor, minTierLevel: 5 }), "tier_level")
    assert.strictEqual(codeOf({ ...poor, requiresStay: true }), "requires_stay")
    assert.strictEqual(codeOf({ ...poor, redemptionType: "propertySpecific" }), "property")
    assert.strictEqual(codeOf({ ...poor, validUntil: DateTime.formatIso(now) }), "expired")
  })
})

describe("offerRestrictions", () => {
  const types = (facts: Partial<OfferForMember>, at: Partial<OfferOccasion> = {}) =>
    offerRestrictions(offer(facts), occasion(at)).map(({ type }) => type)

  it("MEM-065: lists requires_stay until a stay that counts is named", () => {
    assert.deepStrictEqual(types({ requiresStay: true }), ["requires_stay"])
    assert.deepStrictEqual(types({ requiresStay: true }, { stay: stayAt(v1, { status: "inquiry" }) }), [
      "requires_stay"
    ])
    assert.deepStrictEqual(types({ requiresStay: true }, { stay: stayAt(v1) }), [])
    assert.deepStrictEqual(types({}), [])
  })

  it("MEM-065, MEM-066: lists check_in_window with its figures until a check-in day that fits is named", () => {
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
