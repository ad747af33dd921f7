import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { makeFindings } from "../../../src/domain/verify/Finding.ts"
import type { BookedEntry } from "../../../src/domain/verify/LedgerBooks.ts"
import { replayLots } from "../../../src/domain/verify/replayLots.ts"
import { day, lot } from "../../support/wallets.ts"

const entry = (id: string, at: DateTime.Utc, lotId: string, points: number): BookedEntry => ({
  id,
  memberId: MemberId.make(1),
  groupId: id,
  type: points > 0 ? "ADJUST" : "SPEND",
  asset: "VALID",
  points,
  movements: [{ lotId, points }],
  fulfillmentId: null,
  reservationId: null,
  transferId: null,
  reversesEntryId: null,
  claim: null,
  stay: null,
  reversed: null,
  createdAt: at
})

/** The findings when the first of `count` lots of a day each, all spent on their day, is spent again at the end. */
const afterLots = (count: number, last = 0) => {
  const { compare, count: found, first } = makeFindings(10)
  const replay = replayLots(compare)
  for (let n = 0; n < count; n++) {
    const id = `lot-${n}`
    const remaining = n === 0 ? last : 0
    replay.lot({ ...lot(id, 0, n + 1, { original: 10, sourceEntryId: `given-${n}` }), remaining, createdAt: day(n) })
    replay.entry(entry(`given-${n}`, day(n), id, 10))
    replay.entry(entry(`spent-${n}`, DateTime.add(day(n), { hours: 1 }), id, -10))
  }
  replay.entry(entry("again", day(count + 1), "lot-0", -5))
  replay.end()
  return { found: found(), checks: first().map(({ check, subject }) => `${check} ${subject}`) }
}

describe("replayLots", () => {
  it("DOMAIN 4.1: finds an entry that moves a lot that has ended, and the lot's wrong remainder", () => {
    assert.deepStrictEqual(afterLots(3).checks, [
      "lot_end entry:again",
      "lot_bounds lot:lot-0",
      "lot_remaining lot:lot-0"
    ])
  })

  it("DOMAIN 4.1: forgets lots that ended, once compared; an entry that moves one then moves a missing lot", () => {
    assert.deepStrictEqual(afterLots(1500), { found: 1, checks: ["movement_lot entry:again"] })
    assert.deepStrictEqual(afterLots(1500, 3), {
      found: 2,
      checks: ["lot_remaining lot:lot-0", "movement_lot entry:again"]
    })
  })
})
