import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { currentTier } from "../../../src/domain/programs/currentTier.ts"
import { addQualifying, endTierPeriods } from "../../../src/domain/programs/TierProgress.ts"
import type { Enrolment } from "../../../src/domain/members/Member.ts"
import { enrolment, start, staysDataset, tier } from "../../support/datasets/staysDataset.ts"

/** Level 1 from 0 points, 2 from 1000 points, 3 from 5000 points and 10 nights; each lasts twelve months. */
const tiers = staysDataset({}).tiers.filter(({ programId }) => programId === 1)

const after = (months: number) => DateTime.add(start, { months })

const standingOf = ({ qualifyingNights, qualifyingPoints, tierExpiresAt, tierId }: Enrolment) => ({
  level: tierId - tier(1, 0),
  points: qualifyingPoints,
  nights: qualifyingNights,
  until: tierExpiresAt === null ? null : DateTime.formatIsoDateUtc(tierExpiresAt)
})

const added = (of: Enrolment, points: number, nights: number) => {
  const { enrolment: counted, promotedTo } = addQualifying(of, tiers, { points, nights }, start)
  return { ...standingOf(counted), promotedTo: promotedTo?.level }
}

describe("addQualifying", () => {
  it("DOMAIN 4.4: promotes to the highest tier whose points, and nights if it requires them, are reached", () => {
    const lowest = enrolment(1, 1, 1)
    assert.deepStrictEqual(added(lowest, 999, 1), {
      level: 1,
      points: 999,
      nights: 1,
      until: null,
      promotedTo: undefined
    })
    assert.deepStrictEqual(added(lowest, 1000, 1), {
      level: 2,
      points: 1000,
      nights: 1,
      until: "2027-03-10",
      promotedTo: 2
    })
    assert.strictEqual(added({ ...lowest, qualifyingPoints: 2_000_000_000 }, 2_000_000_000, 0).points, 2_147_483_647)
    assert.strictEqual(added(lowest, 5000, 9).promotedTo, 2)
    assert.strictEqual(added(lowest, 5000, 10).promotedTo, 3)
  })

  it("DOMAIN 4.4: keeps a tier and its expiry, both below its threshold and on reaching it again", () => {
    const held = enrolment(1, 1, 2, { tierExpiresAt: after(3) })
    assert.deepStrictEqual(added(held, 500, 2), {
      level: 2,
      points: 500,
      nights: 2,
      until: "2026-06-10",
      promotedTo: undefined
    })
    assert.strictEqual(added(held, 1000, 2).until, "2026-06-10")
  })

  it("DOMAIN 4.4: points earned after a period has ended count in the next one", () => {
    const ended = enrolment(1, 1, 3, { tierExpiresAt: start, qualifyingPoints: 4000, qualifyingNights: 20 })
    assert.deepStrictEqual(added(ended, 1500, 2), {
      level: 2,
      points: 1500,
      nights: 2,
      until: "2027-03-10",
      promotedTo: undefined
    })
  })
})

describe("endTierPeriods", () => {
  const at = (of: Enrolment, now: DateTime.Utc) => standingOf(endTierPeriods(of, tiers, now))

  it("DOMAIN 4.4: at its end a tier is replaced by the highest reached, and points and nights restart at 0", () => {
    const gold = enrolment(1, 1, 3, { tierExpiresAt: start, qualifyingPoints: 1200, qualifyingNights: 8 })
    assert.deepStrictEqual(at(gold, DateTime.subtract(start, { milliseconds: 1 })), {
      level: 3,
      points: 1200,
      nights: 8,
      until: "2026-03-10"
    })
    assert.deepStrictEqual(at(gold, start), { level: 2, points: 0, nights: 0, until: "2027-03-10" })
    const again = { ...gold, qualifyingPoints: 5000, qualifyingNights: 10 }
    assert.deepStrictEqual(at(again, start), { level: 3, points: 0, nights: 0, until: "2027-03-10" })
  })

  it("DOMAIN 4.4: if none was reached, falls to the lowest tier, which has no expiry", () => {
    const gold = enrolment(1, 1, 3, { tierExpiresAt: start, qualifyingPoints: 999, qualifyingNights: 99 })
    assert.deepStrictEqual(at(gold, start), { level: 1, points: 0, nights: 0, until: null })
  })

  it("DOMAIN 4.4: ends several overdue periods one after the other", () => {
    const gold = enrolment(1, 1, 3, { tierExpiresAt: start, qualifyingPoints: 5000, qualifyingNights: 10 })
    assert.deepStrictEqual(at(gold, after(11)), { level: 3, points: 0, nights: 0, until: "2027-03-10" })
    assert.deepStrictEqual(at(gold, after(12)), { level: 1, points: 0, nights: 0, until: null })
  })
})

describe("currentTier", () => {
  it("DOMAIN 4.4: is the tier of the next period from the moment that a period ends", () => {
    const gold = enrolment(1, 1, 3, { tierExpiresAt: start, qualifyingPoints: 1200 })
    const level = (now: DateTime.Utc) => currentTier(gold, tiers, now)?.tier.level
    assert.strictEqual(level(DateTime.subtract(start, { milliseconds: 1 })), 3)
    assert.strictEqual(level(start), 2)
    assert.strictEqual(level(DateTime.subtract(after(12), { milliseconds: 1 })), 2)
    assert.strictEqual(level(after(12)), 1)
    assert.strictEqual(currentTier(gold, tiers, start)?.qualifyingPoints, 0)
    assert.strictEqual(currentTier({ ...gold, qualifyingPoints: 0 }, tiers, start)?.tier.level, 1)
    assert.isUndefined(currentTier(gold, [], start))
  })
})
