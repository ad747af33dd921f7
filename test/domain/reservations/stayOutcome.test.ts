import { assert, describe, it } from "@effect/vitest"
import { BigDecimal } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import type { StayFacts } from "../../../src/domain/reservations/StayFacts.ts"
import { stayOutcome } from "../../../src/domain/reservations/stayOutcome.ts"
import { facts } from "../../support/datasets/stayFacts.ts"

const today = "2026-09-10"
const memberId = MemberId.make(1)

interface Case extends Partial<StayFacts> {
  readonly checkOut: string | null
}

const outcome = ({ checkOut, ...change }: Case) => {
  const stay = facts(change)
  return stayOutcome({ memberId: stay.memberId, checkOut, facts: stay }, today)
}

const checkedOut = { status: "other", pmsStatus: "checked_out" } as const

/** 180 days before today. */
const halfYearAgo = "2026-03-14"

describe("stayOutcome", () => {
  it("DOMAIN 6.1: a stay that was checked out earns on the day after its check-out", () => {
    const outcomes = ["2026-09-09", "2026-09-10", "2026-09-11"].map((checkOut) => outcome({ checkOut, ...checkedOut }))
    assert.deepStrictEqual(outcomes, ["earns", "waits", "waits"])
  })

  it("DOMAIN 6.1: without a report of the check-out it earns when two days have passed", () => {
    const outcomes = ["2026-09-07", "2026-09-08", "2026-09-09"].map((checkOut) => outcome({ checkOut }))
    assert.deepStrictEqual(outcomes, ["earns", "waits", "waits"])
  })

  it("DOMAIN 6.1: without member or spend it waits for 180 days, then ends", () => {
    for (const unknown of [{ memberId: null }, { spendMinor: null }, { memberId: null, spendMinor: null }]) {
      assert.strictEqual(outcome({ checkOut: halfYearAgo, ...checkedOut, ...unknown }), "waits")
      assert.strictEqual(outcome({ checkOut: "2026-03-13", ...checkedOut, ...unknown }), "ends")
    }
  })

  it("DOMAIN 4.5: the member of a closed account counts as known, so the stay earns nothing at its usual time", () => {
    const stay = facts({ ...checkedOut, memberId: null })
    assert.strictEqual(stayOutcome({ memberId, checkOut: "2026-09-09", facts: stay }, today), "earns")
  })

  it("DOMAIN 6.1, A-93: an inquiry, a cancelled stay and a no-show are called off, whenever they end", () => {
    for (const checkOut of [null, halfYearAgo, today, "2026-12-01"]) {
      assert.strictEqual(outcome({ checkOut, status: "inquiry" }), "calledOff")
      assert.strictEqual(outcome({ checkOut, status: "cancelled" }), "calledOff")
      assert.strictEqual(outcome({ checkOut, status: "other", pmsStatus: "no_show" }), "calledOff")
    }
  })

  it("DOMAIN 6.1: a stay without a check-out waits, and so does one that was never confirmed", () => {
    assert.strictEqual(outcome({ checkOut: null, ...checkedOut }), "waits")
    assert.strictEqual(outcome({ checkOut: halfYearAgo, status: "pending" }), "waits")
    assert.strictEqual(outcome({ checkOut: halfYearAgo, status: "pending", pmsStatus: "checked_out" }), "waits")
  })

  it("DOMAIN 6.1: a finalised stay is not finalised again, not even if it is cancelled", () => {
    const stored = { basePoints: 100, multiplier: BigDecimal.fromBigInt(1n), totalPoints: 100 }
    assert.strictEqual(outcome({ checkOut: halfYearAgo, ...checkedOut, stored }), "waits")
    assert.strictEqual(outcome({ checkOut: halfYearAgo, status: "cancelled", stored }), "waits")
  })
})
