import { assert, describe, it } from "@effect/vitest"
import { BigDecimal } from "effect"
import * as fc from "fast-check"
import type { EarningRule } from "../../../src/domain/programs/Program.ts"
import { pointsOf } from "../../../src/domain/reservations/StayPoints.ts"
import { facts, rule } from "../../support/datasets/stayFacts.ts"

const cents = fc.integer({ min: 0, max: 100_000_000 })

const oneRule = fc.record({
  pointsPerUnit: fc.integer({ min: 0, max: 100_000 }).map((value) => BigDecimal.make(BigInt(value), 4)),
  minSpend: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((value) => BigDecimal.make(BigInt(value), 2))),
  maxPointsPerStay: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  exclusions: fc.subarray(["direct", "booking.com"])
})

const channel = fc.constantFrom(null, "direct", "booking.com")

const baseOf = (spendMinor: number, change: Partial<EarningRule>, bookingChannel: string | null = null) =>
  pointsOf(facts({ spendMinor, bookingChannel, rules: [rule(change)] })).basePoints

describe("earning rules", () => {
  it("MEM-047: earn whole points, never below 0 and never above their limit", () => {
    fc.assert(
      fc.property(cents, oneRule, channel, (spend, change, bookingChannel) => {
        const base = baseOf(spend, change, bookingChannel)
        assert.isTrue(Number.isInteger(base))
        assert.isAtLeast(base, 0)
        assert.isAtMost(base, change.maxPointsPerStay ?? base)
      })
    )
  })

  it("MEM-047: earn no less for more spend", () => {
    fc.assert(
      fc.property(cents, cents, oneRule, channel, (spend, more, change, bookingChannel) => {
        assert.isAtLeast(baseOf(spend + more, change, bookingChannel), baseOf(spend, change, bookingChannel))
      })
    )
  })

  it("MEM-047: earn as much for a spend as for the sum of its parts, if a unit earns whole points", () => {
    const wholeUnits = fc.integer({ min: 0, max: 400_000 })
    const wholePoints = fc.integer({ min: 0, max: 1000 }).map((value) => BigDecimal.fromBigInt(BigInt(value)))
    fc.assert(
      fc.property(fc.array(wholeUnits, { maxLength: 5 }), wholePoints, (parts, pointsPerUnit) => {
        const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
        const earned = parts.map((units) => baseOf(units * 100, { pointsPerUnit }))
        assert.strictEqual(baseOf(sum(parts) * 100, { pointsPerUnit }), sum(earned))
      })
    )
  })

  it("MEM-047: differ by at most one point for a spend and its two parts, by rounding", () => {
    fc.assert(
      fc.property(cents, cents, oneRule, (one, other, { pointsPerUnit }) => {
        const apart = baseOf(one, { pointsPerUnit }) + baseOf(other, { pointsPerUnit })
        assert.isAtMost(Math.abs(baseOf(one + other, { pointsPerUnit }) - apart), 1)
      })
    )
  })

  it("MEM-047: earn nothing below minSpend, in another currency or through an excluded channel", () => {
    fc.assert(
      fc.property(cents, oneRule, (spend, change) => {
        const least = BigDecimal.make(BigInt(spend + 1), 2)
        assert.strictEqual(baseOf(spend, { ...change, minSpend: least }), 0)
        assert.strictEqual(baseOf(spend, { ...change, currency: "USD" }), 0)
        assert.strictEqual(baseOf(spend, { ...change, exclusions: ["direct"] }, "direct"), 0)
      })
    )
  })
})
