import { assert, describe, it } from "@effect/vitest"
import { BigDecimal } from "effect"
import { readFileSync } from "node:fs"
import type { EarningRule } from "../../src/domain/programs/Program.ts"
import { pointsOf } from "../../src/domain/reservations/StayPoints.ts"
import { facts, rule } from "../support/datasets/stayFacts.ts"

const decimal = BigDecimal.fromStringUnsafe

/** A rule as the table writes it, such as `1 per EUR, from 50, at most 200, not booking.com`. */
const ruleOf = (text: string): EarningRule => {
  const [rate = "", ...conditions] = text.trim().split(", ")
  const [pointsPerUnit = "", currency = ""] = rate.split(" per ")
  const valuesAfter = (start: string) =>
    conditions.filter((each) => each.startsWith(start)).map((each) => each.slice(start.length))
  const [minSpend] = valuesAfter("from ")
  const [most] = valuesAfter("at most ")
  const exclusions = valuesAfter("not ")
  assert.strictEqual(
    conditions.length,
    (minSpend === undefined ? 0 : 1) + (most === undefined ? 0 : 1) + exclusions.length
  )
  return rule({
    pointsPerUnit: decimal(pointsPerUnit),
    currency,
    minSpend: minSpend === undefined ? null : decimal(minSpend),
    maxPointsPerStay: most === undefined ? null : Number(most),
    exclusions
  })
}

const rows = readFileSync(new URL("../../docs/earning.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Shows"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )

describe("docs/earning.md", () => {
  it("has at least 20 examples", () => {
    assert.isAtLeast(rows.length, 20)
  })

  it.each(rows)("MEM-046, MEM-047: %s", (_, rules = "", spend = "", channel = "", multiplier = "", base, total) => {
    const [amount = "", currency = ""] = spend.split(" ")
    const points = pointsOf(
      facts({
        rules: rules.split(" / ").map(ruleOf),
        spendMinor: Number(amount.replace(".", "")),
        currency,
        bookingChannel: channel === "-" ? null : channel,
        tierMultiplier: decimal(multiplier)
      })
    )
    assert.deepStrictEqual([String(points.basePoints), String(points.totalPoints)], [base, total])
  })
})
