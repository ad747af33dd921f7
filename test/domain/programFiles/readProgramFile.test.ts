import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FileInvalid } from "../../../src/domain/imports/FileInvalid.ts"
import { readProgramFile } from "../../../src/domain/programFiles/readProgramFile.ts"

const tier = {
  tierId: "t1",
  level: 1,
  name: "Blue",
  qualifyingPoints: 0,
  qualifyingNights: null,
  multiplier: "1",
  validityMonths: 12,
  color: null
}

const benefit = {
  benefitId: "b1",
  name: "Breakfast",
  description: null,
  kind: "meal",
  redemptionType: "direct",
  minTierLevel: 1,
  scope: "global",
  howToRedeem: null,
  heroImage: null,
  cardImage: null,
  enabled: true,
  venueIds: [],
  overrides: []
}

const entitlement = {
  entitlementId: "e1",
  tierId: "t1",
  benefitId: "b1",
  quantityPerStay: 1,
  venueIds: null,
  validFrom: null,
  validTo: null,
  active: true
}

const rule = {
  category: "stay",
  pointsPerUnit: "1.5",
  currency: "EUR",
  minSpend: null,
  maxPointsPerStay: null,
  exclusions: []
}

const pool = { poolId: "c1", offerId: "o1", name: "Codes", status: "active", lowStockThreshold: null, expiresAt: null }

const group = {
  groupId: "g1",
  documentId: "d1",
  name: "Food",
  description: null,
  enabled: true,
  stayRequired: false,
  benefitIds: ["b1"]
}

const file = {
  format: "hub.program/1",
  organization: "organization-a",
  program: {
    programId: "p1",
    name: "Program",
    description: null,
    status: "active",
    currencyName: "points",
    pointsExpiryMonths: 24
  },
  venueIds: [],
  earningRules: [],
  tiers: [tier],
  benefits: [benefit],
  groups: [group],
  entitlements: [entitlement],
  pools: []
}

const problems = (change: object) =>
  Effect.map(Effect.flip(readProgramFile({ ...file, ...change })), (error) =>
    error instanceof FileInvalid ? error.problems.map(({ message, path }) => `${path}: ${message}`) : []
  )

describe("readProgramFile", () => {
  it.effect("accepts a complete file", () =>
    Effect.gen(function* () {
      const read = yield* readProgramFile(file)
      assert.strictEqual(read.tiers[0]?.name, "Blue")
    })
  )

  it.effect("reports each problem with its path", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* problems({ tiers: [tier, { ...tier, level: 2 }] }), [
        "tiers[1].tierId: t1 is already used by tiers[0]"
      ])
      assert.deepStrictEqual(yield* problems({ tiers: [tier, { ...tier, tierId: "t2" }] }), [
        "tiers[1].level: 1 is already used by tiers[0]"
      ])
      for (const multiplier of ["0", "-1", "100", "1.005"]) {
        assert.deepStrictEqual(
          yield* problems({ tiers: [{ ...tier, multiplier }] }),
          ["tiers[0].multiplier: must be from 0.01 to 99.99, with at most 2 decimals"],
          multiplier
        )
      }
      assert.deepStrictEqual(yield* problems({ tiers: [], entitlements: [] }), [
        "program.status: an active program must have a tier"
      ])
      assert.deepStrictEqual(yield* problems({ benefits: [{ ...benefit, venueIds: ["v1"] }] }), [
        "benefits[0].venueIds: must be empty for a benefit of global scope"
      ])
      assert.deepStrictEqual(
        yield* problems({ benefits: [{ ...benefit, scope: "property", venueIds: ["v1", "v1"] }] }),
        ["benefits[0].venueIds[1]: v1 is already used by benefits[0].venueIds[0]"]
      )
      assert.deepStrictEqual(yield* problems({ benefits: [{ ...benefit, scope: "property" }] }), [
        "benefits[0].venueIds: must name a venue for a benefit of property scope"
      ])
      assert.deepStrictEqual(yield* problems({ groups: [group, { ...group, groupId: "g2" }] }), [
        "groups[1].documentId: d1 is already used by groups[0]"
      ])
      assert.deepStrictEqual(yield* problems({ groups: [{ ...group, benefitIds: ["b1", "b2", "b1"] }] }), [
        "groups[0].benefitIds[1]: b2 is not a benefit in the file",
        "groups[0].benefitIds[2]: b1 is already used by groups[0].benefitIds[0]"
      ])
      assert.deepStrictEqual(yield* problems({ entitlements: [{ ...entitlement, tierId: "t9" }] }), [
        "entitlements[0].tierId: t9 is not a tier in the file"
      ])
      assert.deepStrictEqual(
        yield* problems({ entitlements: [{ ...entitlement, validFrom: "2026-02-01", validTo: "2026-01-31" }] }),
        ["entitlements[0].validTo: is before validFrom"]
      )
      assert.deepStrictEqual(
        yield* problems({ entitlements: [entitlement, { ...entitlement, entitlementId: "e2" }] }),
        ["entitlements[1].benefitId: t1 b1 is already used by entitlements[0]"]
      )
      assert.lengthOf(yield* problems({ format: "hub.program/2" }), 1)
      assert.lengthOf(yield* problems({ surplus: 1 }), 1)
    })
  )

  it.effect("accepts thresholds in any order, as the Partner API does", () =>
    Effect.gen(function* () {
      const tiers = [
        { ...tier, qualifyingPoints: 5 },
        { ...tier, tierId: "t2", level: 2 }
      ]
      assert.lengthOf((yield* readProgramFile({ ...file, tiers })).tiers, 2)
    })
  )

  it.effect("refuses what the Partner API refuses, each value with its path", () =>
    Effect.gen(function* () {
      const inProgram = (field: object) => ({ program: { ...file.program, ...field } })
      const inTier = (field: object) => ({ tiers: [{ ...tier, ...field }] })
      const inBenefit = (field: object) => ({ benefits: [{ ...benefit, ...field }] })
      const inOverride = (field: object) =>
        inBenefit({
          overrides: [{ venueId: "v1", overriddenName: null, overriddenDescription: null, enabled: true, ...field }]
        })
      const inGroup = (field: object) => ({ groups: [{ ...group, ...field }] })
      const inEntitlement = (field: object) => ({ entitlements: [{ ...entitlement, ...field }] })
      const inPool = (field: object) => ({ pools: [{ ...pool, ...field }] })
      const withRules = (...rules: ReadonlyArray<object>) => ({
        earningRules: [{ effectiveFrom: "2026-01-01", rules: rules.map((change) => ({ ...rule, ...change })) }]
      })
      const url = "https://images.example/a.webp"
      const cases: ReadonlyArray<readonly [object, string]> = [
        [inProgram({ name: "   " }), "program.name"],
        [inProgram({ name: "n".repeat(101) }), "program.name"],
        [inProgram({ description: "" }), "program.description"],
        [inProgram({ currencyName: "a\nb" }), "program.currencyName"],
        [inProgram({ pointsExpiryMonths: 0 }), "program.pointsExpiryMonths"],
        [inTier({ level: 0 }), "tiers[0].level"],
        [inTier({ level: 101 }), "tiers[0].level"],
        [inTier({ name: " " }), "tiers[0].name"],
        [inTier({ qualifyingPoints: -1 }), "tiers[0].qualifyingPoints"],
        [inTier({ qualifyingNights: 3651 }), "tiers[0].qualifyingNights"],
        [inTier({ validityMonths: 0 }), "tiers[0].validityMonths"],
        [inTier({ multiplier: "1e9999999999" }), "tiers[0].multiplier"],
        [inTier({ color: "red" }), "tiers[0].color"],
        [withRules({ pointsPerUnit: "-3.5" }), "earningRules[0].rules[0].pointsPerUnit"],
        [withRules({ pointsPerUnit: "10000.5" }), "earningRules[0].rules[0].pointsPerUnit"],
        [withRules({ pointsPerUnit: "0.12345" }), "earningRules[0].rules[0].pointsPerUnit"],
        [withRules({ minSpend: "-1" }), "earningRules[0].rules[0].minSpend"],
        [withRules({ maxPointsPerStay: -1 }), "earningRules[0].rules[0].maxPointsPerStay"],
        [withRules({ category: " " }), "earningRules[0].rules[0].category"],
        [withRules({ exclusions: [""] }), "earningRules[0].rules[0].exclusions[0]"],
        [withRules({}, { minSpend: "10" }), "earningRules[0].rules[1].category"],
        [withRules(...Array.from({ length: 101 }, (_, index) => ({ category: `c${index}` }))), "earningRules[0].rules"],
        [inBenefit({ name: "" }), "benefits[0].name"],
        [inBenefit({ kind: "k".repeat(61) }), "benefits[0].kind"],
        [inBenefit({ redemptionType: " " }), "benefits[0].redemptionType"],
        [inBenefit({ minTierLevel: -3 }), "benefits[0].minTierLevel"],
        [inBenefit({ description: "a\0b" }), "benefits[0].description"],
        [inBenefit({ howToRedeem: "" }), "benefits[0].howToRedeem"],
        [inBenefit({ heroImage: { url: "javascript:alert(1)" } }), "benefits[0].heroImage.url"],
        [inBenefit({ heroImage: { url, alt: "a".repeat(251) } }), "benefits[0].heroImage.alt"],
        [inBenefit({ heroImage: { url, width: 0 } }), "benefits[0].heroImage.width"],
        [inBenefit({ cardImage: { url: "http://images.example/a.webp" } }), "benefits[0].cardImage.url"],
        [inOverride({ overriddenName: "" }), "benefits[0].overrides[0].overriddenName"],
        [inOverride({ overriddenDescription: "" }), "benefits[0].overrides[0].overriddenDescription"],
        [inGroup({ name: "\t" }), "groups[0].name"],
        [inGroup({ description: "" }), "groups[0].description"],
        [inGroup({ benefitIds: Array.from({ length: 501 }, (_, index) => `b${index}`) }), "groups[0].benefitIds"],
        [inEntitlement({ quantityPerStay: 0 }), "entitlements[0].quantityPerStay"],
        [inEntitlement({ venueIds: [] }), "entitlements[0].venueIds"],
        [inPool({ name: " " }), "pools[0].name"],
        [inPool({ status: "archived" }), "pools[0].status"],
        [inPool({ lowStockThreshold: -3 }), "pools[0].lowStockThreshold"],
        [inPool({ expiresAt: "1999-12-31T00:00:00.000Z" }), "pools[0].expiresAt"],
        [inPool({ expiresAt: "2027-02-30T00:00:00.000Z" }), "pools[0].expiresAt"]
      ]
      for (const [change, path] of cases) {
        const paths = new Set((yield* problems(change)).map((problem) => problem.split(": ")[0]))
        assert.deepStrictEqual([...paths], [path], JSON.stringify(change))
      }
    })
  )
})
