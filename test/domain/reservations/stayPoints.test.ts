import { assert, describe, it } from "@effect/vitest"
import { BigDecimal } from "effect"
import * as fc from "fast-check"
import type { StayFacts } from "../../../src/domain/reservations/StayFacts.ts"
import { correctedTotal, isPendingEarn, pointsOf } from "../../../src/domain/reservations/StayPoints.ts"
import { facts, rule } from "../../support/datasets/stayFacts.ts"

const decimal = BigDecimal.fromStringUnsafe

const figuresOf = (change: Partial<StayFacts>) => {
  const { basePoints, finalized, multiplier, totalPoints } = pointsOf(facts(change))
  return { basePoints, multiplier: BigDecimal.format(multiplier), totalPoints, finalized }
}

const campaign = (stacking: "exclusive" | "stackable", multiplier: string) => ({
  stacking,
  multiplier: decimal(multiplier)
})

const multiplierWith = (tier: string | null, ...campaigns: ReadonlyArray<ReturnType<typeof campaign>>) =>
  figuresOf({ tierMultiplier: tier === null ? null : decimal(tier), campaigns }).multiplier

/** Division of integers, rounded half up. */
const half = (numerator: bigint, denominator: bigint) => (numerator * 2n + denominator) / (denominator * 2n)

describe("correctedTotal", () => {
  it("DOMAIN 6.1: judges the current spend at the stored multiplier; a stay that is not finalised has none", () => {
    const stored = { basePoints: 100, multiplier: decimal("1.5"), totalPoints: 150 }
    assert.strictEqual(correctedTotal(facts({ stored, spendMinor: 20_000, tierMultiplier: decimal("3") })), 300)
    assert.strictEqual(correctedTotal(facts({ stored, spendMinor: null })), 0)
    assert.strictEqual(correctedTotal(facts({ stored, status: "cancelled" })), 0)
    assert.strictEqual(correctedTotal(facts({ spendMinor: 20_000 })), 0)
  })
})

describe("pointsOf", () => {
  it("MEM-046, MEM-047: base follows from spend, total is base x multiplier", () => {
    assert.deepStrictEqual(figuresOf({ tierMultiplier: decimal("1.25") }), {
      basePoints: 100,
      multiplier: "1.25",
      totalPoints: 125,
      finalized: false
    })
  })

  it("MEM-046: rounds half up where binary floats would not", () => {
    // 1.005 x 100 is 100.49999999999999 as floats.
    assert.strictEqual(figuresOf({ rules: [rule({ pointsPerUnit: decimal("1.005") })] }).basePoints, 101)
    assert.strictEqual(figuresOf({ rules: [rule({ pointsPerUnit: decimal("1.0049") })] }).basePoints, 100)
    // As floats 4.35 x 100 is 434.99999999999994, and 8.5 x 1.15 is 9.774999999999999.
    assert.strictEqual(figuresOf({ spendMinor: 435, rules: [rule({ pointsPerUnit: decimal("100") })] }).basePoints, 435)
    assert.strictEqual(figuresOf({ spendMinor: 3000, tierMultiplier: decimal("1.15") }).totalPoints, 35)
    assert.strictEqual(figuresOf({ spendMinor: 250 }).basePoints, 3)
    assert.strictEqual(figuresOf({ spendMinor: 249 }).basePoints, 2)
  })

  it("MEM-046: agrees with exact arithmetic for any spend, points per unit and multiplier", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 9999 }),
        (spendMinor, perUnit, tier) => {
          const { basePoints, totalPoints } = figuresOf({
            spendMinor,
            tierMultiplier: BigDecimal.make(BigInt(tier), 2),
            rules: [rule({ pointsPerUnit: BigDecimal.make(BigInt(perUnit), 3) })]
          })
          const exact = half(BigInt(spendMinor) * BigInt(perUnit), 100_000n)
          const most = (2_147_483_647n * 100n) / BigInt(Math.max(tier, 100))
          const base = exact < most ? exact : most
          assert.strictEqual(basePoints, Number(base))
          assert.strictEqual(totalPoints, Number(half(base * BigInt(tier), 100n)))
        }
      )
    )
  })

  it("MEM-047: counts the spend in the currency's own number of decimals", () => {
    const inCurrency = (currency: string, spendMinor: number) =>
      figuresOf({ currency, spendMinor, rules: [rule({ currency })] }).basePoints
    assert.strictEqual(inCurrency("JPY", 12_345), 12_345)
    assert.strictEqual(inCurrency("EUR", 12_345), 123)
    assert.strictEqual(inCurrency("KWD", 12_345), 12)
    assert.strictEqual(inCurrency("HUF", 12_345), 123)
  })

  it("MEM-047: the first rule of the currency whose minSpend is reached counts, up to maxPointsPerStay", () => {
    const rules = [
      rule({ currency: "USD", pointsPerUnit: decimal("9") }),
      rule({ minSpend: decimal("100.01"), pointsPerUnit: decimal("3") }),
      rule({ minSpend: decimal("50"), pointsPerUnit: decimal("2"), maxPointsPerStay: 150 }),
      rule()
    ]
    const base = (spendMinor: number) => figuresOf({ spendMinor, rules }).basePoints
    assert.deepStrictEqual([4999, 5000, 7500, 10_000, 10_001].map(base), [50, 100, 150, 150, 300])
    assert.strictEqual(figuresOf({ currency: "GBP", rules }).basePoints, 0)
    assert.strictEqual(figuresOf({ rules: [] }).totalPoints, 0)
  })

  it("MEM-047: the multiplier is the tier's, 1 without one, times the campaigns'", () => {
    assert.strictEqual(multiplierWith(null), "1")
    assert.strictEqual(multiplierWith("1.5"), "1.5")
    assert.strictEqual(multiplierWith("1.5", campaign("stackable", "2")), "3")
  })

  it("MEM-047: of exclusive campaigns the highest counts, stackable ones multiply, and the higher result wins", () => {
    const two = campaign("exclusive", "2.00")
    assert.strictEqual(multiplierWith("1", two, campaign("exclusive", "1.50")), "2")
    assert.strictEqual(multiplierWith("1", campaign("stackable", "1.2"), campaign("stackable", "1.5")), "1.8")
    assert.strictEqual(multiplierWith("1", two, campaign("stackable", "1.2"), campaign("stackable", "1.5")), "2")
    assert.strictEqual(multiplierWith("1", two, campaign("stackable", "1.6"), campaign("stackable", "1.5")), "2.4")
    assert.strictEqual(multiplierWith("1", campaign("exclusive", "0.5")), "0.5")
  })

  it("MEM-047: the multiplier is rounded half up to two decimals, between 0.01 and 9999.99", () => {
    assert.strictEqual(multiplierWith("1.25", campaign("stackable", "1.1")), "1.38")
    assert.strictEqual(multiplierWith("1.15", campaign("stackable", "1.3")), "1.5")
    assert.strictEqual(multiplierWith("0.01", campaign("stackable", "0.01")), "0.01")
    assert.strictEqual(
      multiplierWith("99.99", campaign("stackable", "99.99"), campaign("stackable", "99.99")),
      "9999.99"
    )
  })

  it("MEM-045: a stay that earns nothing has 0 points beside its multiplier, and no pending earn", () => {
    const without: ReadonlyArray<Partial<StayFacts>> = [
      { status: "inquiry" },
      { status: "cancelled" },
      { status: "other", pmsStatus: "no_show" },
      { spendMinor: null, currency: null },
      { memberId: null }
    ]
    for (const change of without) {
      assert.deepStrictEqual(figuresOf({ tierMultiplier: decimal("1.50"), ...change }), {
        basePoints: 0,
        multiplier: "1.5",
        totalPoints: 0,
        finalized: false
      })
      assert.isFalse(isPendingEarn(facts(change)))
    }
    for (const status of ["pending", "confirmed", "other"] as const) {
      assert.strictEqual(figuresOf({ status }).totalPoints, 100)
      assert.isTrue(isPendingEarn(facts({ status })))
    }
  })

  it("MEM-045, MEM-047: a finalised stay keeps its stored figures, whatever its status and multiplier become", () => {
    const stored = { basePoints: 80, multiplier: decimal("1.25"), totalPoints: 100 }
    for (const status of ["other", "confirmed", "cancelled"] as const) {
      assert.deepStrictEqual(figuresOf({ status, pmsStatus: "no_show", stored, tierMultiplier: decimal("3") }), {
        basePoints: 80,
        multiplier: "1.25",
        totalPoints: 100,
        finalized: true
      })
      assert.isFalse(isPendingEarn(facts({ status, stored })))
    }
  })
})
