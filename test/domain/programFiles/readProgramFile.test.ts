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
        "tiers[1].tierId: t1 is that of tiers[0]"
      ])
      assert.deepStrictEqual(yield* problems({ tiers: [tier, { ...tier, tierId: "t2" }] }), [
        "tiers[1].level: 1 is that of tiers[0]"
      ])
      assert.deepStrictEqual(
        yield* problems({
          tiers: [
            { ...tier, qualifyingPoints: 5 },
            { ...tier, tierId: "t2", level: 2 }
          ]
        }),
        ["tiers[1].qualifyingPoints: is less than that of level 1"]
      )
      for (const multiplier of ["0", "-1", "100", "1.005"]) {
        assert.deepStrictEqual(
          yield* problems({ tiers: [{ ...tier, multiplier }] }),
          ["tiers[0].multiplier: must be above 0, at most 99.99, with at most two decimals"],
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
        ["benefits[0].venueIds[1]: v1 is that of benefits[0].venueIds[0]"]
      )
      assert.deepStrictEqual(yield* problems({ groups: [{ ...group, benefitIds: ["b1", "b2", "b1"] }] }), [
        "groups[0].benefitIds[1]: b2 is no benefit of the file",
        "groups[0].benefitIds[2]: b1 is that of groups[0].benefitIds[0]"
      ])
      assert.deepStrictEqual(yield* problems({ entitlements: [{ ...entitlement, tierId: "t9" }] }), [
        "entitlements[0].tierId: t9 is no tier of the file"
      ])
      assert.deepStrictEqual(
        yield* problems({ entitlements: [{ ...entitlement, validFrom: "2026-02-01", validTo: "2026-01-31" }] }),
        ["entitlements[0].validTo: is before validFrom"]
      )
      assert.deepStrictEqual(
        yield* problems({ entitlements: [entitlement, { ...entitlement, entitlementId: "e2" }] }),
        ["entitlements[1].benefitId: t1 b1 is that of entitlements[0]"]
      )
      assert.lengthOf(yield* problems({ format: "hub.program/2" }), 1)
      assert.lengthOf(yield* problems({ surplus: 1 }), 1)
    })
  )
})
