import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import {
  EligibilityCode,
  eligibilityReason,
  ineligible,
  toEligibilityFields
} from "../../../src/domain/eligibility/Eligibility.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import type { PerkFacts, PerkGrant } from "../../../src/domain/perks/PerkFacts.ts"
import { quantityDue, perkEligibility, type PerkOccasion } from "../../../src/domain/perks/perkEligibility.ts"
import { TierId } from "../../../src/domain/programs/Program.ts"
import { VenueId } from "../../../src/domain/properties/Property.ts"

const grant = (facts: Partial<PerkGrant> = {}): PerkGrant => ({
  tierId: TierId.make(712),
  venueIds: null,
  validFrom: null,
  validTo: null,
  quantity: 1,
  ...facts
})

const factsWith = (facts: Partial<PerkFacts> = {}): PerkFacts => ({
  organizationId: OrganizationId.make(1),
  minTierLevel: 1,
  stayRequired: false,
  tierLevel: 2,
  grants: [grant()],
  ...facts
})

const v1 = { id: VenueId.make(101), organizationId: OrganizationId.make(1), documentId: "v1" }
const v2 = { id: VenueId.make(102), organizationId: OrganizationId.make(1), documentId: "v2" }
const w1 = { id: VenueId.make(111), organizationId: OrganizationId.make(2), documentId: "w1" }

const occasion = (facts: Partial<PerkOccasion> = {}): PerkOccasion => ({
  venue: v1,
  date: "2026-05-10",
  hasStay: false,
  ...facts
})

const only = grant({ venueIds: [v1.id] })
const inMay = grant({ validFrom: "2026-05-01", validTo: "2026-05-31" })

/** Facts, occasion and expected refusal; its code is undefined when the perk is for the member. */
const table: ReadonlyArray<
  readonly [
    title: string,
    overrides: Partial<PerkFacts>,
    occasion: Partial<PerkOccasion>,
    code: EligibilityCode | undefined,
    facts?: Record<string, string | number>
  ]
> = [
  ["an entitlement everywhere and at any time suffices", {}, {}, undefined],
  ["a member without a tier is not enrolled", { tierLevel: 0, minTierLevel: 0 }, {}, "not_enrolled", {}],
  ["the minimum tier level suffices", { minTierLevel: 2 }, {}, undefined],
  ["a lower tier level is refused", { minTierLevel: 3 }, {}, "tier_level", { required: 3, actual: 2 }],
  ["a tier without an entitlement is refused", { grants: [] }, {}, "entitlement_missing", { tierLevel: 2 }],
  [
    "the level is checked before the entitlement",
    { grants: [], minTierLevel: 3 },
    {},
    "tier_level",
    { required: 3, actual: 2 }
  ],
  ["an entitlement at some venues holds there", { grants: [only] }, {}, undefined],
  [
    "an entitlement at some venues is refused at another",
    { grants: [only] },
    { venue: v2 },
    "venue",
    { propertyId: "v2" }
  ],
  ["an entitlement at some venues is refused if no venue is named", { grants: [only] }, { venue: null }, "venue", {}],
  ["an entitlement everywhere holds if no venue is named", {}, { venue: null }, undefined],
  [
    "an entitlement everywhere is refused at another organization's venue",
    {},
    { venue: w1 },
    "venue",
    { propertyId: "w1" }
  ],
  ["an entitlement holds on its first day", { grants: [inMay] }, { date: "2026-05-01" }, undefined],
  ["an entitlement holds on its last day", { grants: [inMay] }, { date: "2026-05-31" }, undefined],
  [
    "an entitlement is refused the day before",
    { grants: [inMay] },
    { date: "2026-04-30" },
    "date",
    { date: "2026-04-30", validFrom: "2026-05-01", validTo: "2026-05-31" }
  ],
  [
    "an entitlement is refused the day after",
    { grants: [inMay] },
    { date: "2026-06-01" },
    "date",
    { date: "2026-06-01", validFrom: "2026-05-01", validTo: "2026-05-31" }
  ],
  ["another entitlement makes up for one that ended", { grants: [inMay, grant()] }, { date: "2027-01-01" }, undefined],
  [
    "venue and date must come from one entitlement",
    { grants: [grant({ venueIds: [v2.id] }), grant({ venueIds: [v1.id], validTo: "2026-05-09" })] },
    {},
    "date",
    { date: "2026-05-10", validTo: "2026-05-09" }
  ],
  ["a perk that needs a stay is refused without one", { stayRequired: true }, {}, "stay_required", {}],
  ["a perk that needs a stay is granted with one", { stayRequired: true }, { hasStay: true }, undefined]
]

describe("perkEligibility", () => {
  for (const [title, overrides, circumstances, code, facts = {}] of table) {
    it(`MEM-053, MEM-118: ${title}`, () => {
      const found = perkEligibility(factsWith(overrides), occasion(circumstances))
      assert.deepStrictEqual(found, code === undefined ? { isEligible: true } : ineligible(code, facts))
    })
  }
})

const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-05-${String(n).padStart(2, "0")}`)
const venues = [v1, v2, w1]
const ids = fc.subarray(
  venues.map(({ id }) => id),
  { minLength: 1 }
)

const anyGrant: fc.Arbitrary<PerkGrant> = fc.record({
  tierId: fc.constantFrom(TierId.make(712), TierId.make(713)),
  venueIds: fc.option(ids),
  validFrom: fc.option(day),
  validTo: fc.option(day),
  quantity: fc.integer({ min: 1, max: 5 })
})

const anyFacts: fc.Arbitrary<PerkFacts> = fc.record({
  organizationId: fc.constantFrom(v1.organizationId, w1.organizationId),
  minTierLevel: fc.integer({ min: 0, max: 4 }),
  stayRequired: fc.boolean(),
  tierLevel: fc.integer({ min: 0, max: 4 }),
  grants: fc.array(anyGrant, { maxLength: 4 })
})

const anyOccasion: fc.Arbitrary<PerkOccasion> = fc.record({
  venue: fc.option(fc.constantFrom(...venues)),
  date: day,
  hasStay: fc.boolean()
})

/** The rule as MEM-053 states it, all conditions at once. */
const stated = (of: PerkFacts, { date, hasStay, venue }: PerkOccasion) =>
  of.tierLevel > 0 &&
  of.tierLevel >= of.minTierLevel &&
  (venue === null || venue.organizationId === of.organizationId) &&
  (!of.stayRequired || hasStay) &&
  of.grants.some(
    (one) =>
      (one.venueIds === null || (venue !== null && one.venueIds.includes(venue.id))) &&
      (one.validFrom ?? date) <= date &&
      date <= (one.validTo ?? date)
  )

const holds = (property: (of: PerkFacts, at: PerkOccasion) => void) =>
  fc.assert(fc.property(anyFacts, anyOccasion, property), { numRuns: 2000 })

describe("perkEligibility, for all facts and occasions", () => {
  it("MEM-053: is eligible exactly under the conditions of the requirement", () =>
    holds((of, at) => assert.strictEqual(perkEligibility(of, at).isEligible, stated(of, at))))

  it("MEM-052: an ineligible perk has a reason in words and as data", () =>
    holds((of, at) => {
      const eligibility = toEligibilityFields(perkEligibility(of, at))
      const keys = Object.keys(eligibility)
      if (eligibility.isEligible) return assert.deepStrictEqual(keys, ["isEligible"])
      assert.deepStrictEqual(keys, ["isEligible", "eligibilityReason", "eligibility"])
      assert.isAbove(eligibility.eligibilityReason?.length ?? 0, 5)
      assert.notMatch(eligibility.eligibilityReason ?? "", /undefined|null|NaN/)
    }))

  it("MEM-118: a higher tier with the same entitlements never loses a perk", () =>
    holds((of, at) => {
      const promoted = perkEligibility({ ...of, tierLevel: of.tierLevel + 1 }, at)
      assert.isTrue(promoted.isEligible || !perkEligibility(of, at).isEligible)
    }))

  it("MEM-053: another entitlement or a stay never takes a perk away", () =>
    holds((of, at) => {
      const before = perkEligibility(of, at).isEligible
      const more = perkEligibility({ ...of, grants: [...of.grants, grant()] }, { ...at, hasStay: true })
      assert.isTrue(more.isEligible || !before)
    }))

  it("DOMAIN 6.2: a quantity is due exactly when the perk is eligible, and is that of one entitlement", () =>
    holds((of, at) => {
      const quantity = quantityDue(of, at)
      assert.strictEqual(quantity > 0, perkEligibility(of, at).isEligible)
      assert.isTrue(quantity === 0 || of.grants.some((one) => one.quantity === quantity))
    }))
})

describe("quantityDue", () => {
  it("DOMAIN 6.2: the largest quantity counts of the entitlements that hold", () => {
    const grants = [
      grant({ quantity: 2 }),
      grant({ quantity: 3, venueIds: [v1.id] }),
      grant({ quantity: 9, validTo: "2026-01-01" })
    ]
    assert.strictEqual(quantityDue(factsWith({ grants }), occasion()), 3)
    assert.strictEqual(quantityDue(factsWith({ grants }), occasion({ venue: v2 })), 2)
  })
})

describe("eligibilityReason", () => {
  it("MEM-052, MEM-064: has a text for every code, with figures where the facts have them", () => {
    for (const code of EligibilityCode.literals)
      assert.isTrue(Schema.is(Schema.NonEmptyString)(eligibilityReason(code, {})))
    assert.strictEqual(eligibilityReason("tier_level", { required: 3, actual: 2 }), "Needs tier level 3; yours is 2")
    assert.strictEqual(eligibilityReason("points", { required: 500, spendable: 20 }), "Needs 500 points; you have 20")
    assert.notStrictEqual(eligibilityReason("venue", {}), eligibilityReason("venue", { propertyId: "v1" }))
  })
})
