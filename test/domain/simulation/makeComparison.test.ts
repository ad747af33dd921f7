import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeComparison } from "../../../src/domain/simulation/makeComparison.ts"

const points = fc.nat({ max: 40 })

const compared = fc
  .array(fc.record({ level: fc.constantFrom(null, 1, 2, 3), before: points, after: points }), {
    maxLength: 60,
    size: "max"
  })
  .map((stays) =>
    stays.map(({ level, ...figures }, index) => ({
      ...figures,
      reservationId: `stay-${String((index * 37) % 61).padStart(2, "0")}`,
      tier: level === null ? null : { level, name: `Tier ${4 - level}` }
    }))
  )

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, number) => all + number, 0)

describe("makeComparison", () => {
  it("the tiers add up to the totals, and `largest` has the ten largest differences", () => {
    fc.assert(
      fc.property(compared, (stays) => {
        const comparison = makeComparison()
        for (const stay of stays) comparison.add(stay)
        const { largest, tiers, totals } = comparison.result()
        const [before, after] = [sum(stays.map((stay) => stay.before)), sum(stays.map((stay) => stay.after))]
        assert.deepStrictEqual(totals, { stays: stays.length, before, after, difference: after - before })
        for (const name of ["stays", "before", "after", "difference"] as const) {
          assert.strictEqual(sum(tiers.map((tier) => tier[name])), totals[name])
        }
        const levels = [...new Set(stays.map(({ tier }) => tier?.level ?? 4))].toSorted((a, b) => a - b)
        assert.deepStrictEqual(
          tiers.map(({ tier }) => tier),
          levels.map((level) => (level === 4 ? null : `Tier ${4 - level}`))
        )
        const expected = stays
          .filter((stay) => stay.before !== stay.after)
          .toSorted(
            (a, b) =>
              Math.abs(b.after - b.before) - Math.abs(a.after - a.before) ||
              (a.reservationId < b.reservationId ? -1 : 1)
          )
          .slice(0, 10)
        assert.deepStrictEqual(
          largest.map((stay) => stay.reservationId),
          expected.map((stay) => stay.reservationId)
        )
      })
    )
  })
})
