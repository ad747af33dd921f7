import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { makeFindings } from "../../../src/domain/verify/Finding.ts"
import type { BookedEntry } from "../../../src/domain/verify/LedgerBooks.ts"
import { replayLots } from "../../../src/domain/verify/replayLots.ts"
import { day, lot } from "../../support/datasets/wallets.ts"

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
  correctionId: null,
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

  it("DOMAIN 4.1: finds a refund into a new lot that ends otherwise than after the life left when charged", () => {
    const afterRefund = (endsOnDay: number) => {
      const { compare, first } = makeFindings(10)
      const replay = replayLots(compare)
      const charge = { ...entry("charge", day(1), "old", -10), createdAt: day(1) }
      replay.lot({ ...lot("old", 0, 3, { original: 10, sourceEntryId: "given" }), createdAt: day(0) })
      replay.entry(entry("given", day(0), "old", 10))
      replay.entry(charge)
      replay.lot({ ...lot("new", 10, endsOnDay, { sourceEntryId: "refund" }), createdAt: day(5) })
      replay.entry({ ...entry("refund", day(5), "new", 10), reversesEntryId: "charge", reversed: charge })
      replay.end()
      return first().map(({ check, subject }) => `${check} ${subject}`)
    }
    assert.deepStrictEqual(afterRefund(7), [])
    assert.deepStrictEqual(afterRefund(8), ["lot_expiry lot:new"])
  })

  it("DOMAIN 4.1: finds charges and corrections that take points out of order, or CREDIT before VALID", () => {
    const ends = { soon: 3, late: 5, tied: 5 } as const
    const taking = (taken: ReadonlyArray<Partial<BookedEntry> & Pick<BookedEntry, "movements">>) => {
      const { compare, first } = makeFindings(10)
      const replay = replayLots(compare)
      for (const [id, end] of Object.entries(ends)) {
        replay.lot({ ...lot(id, 0, end, { original: 10, sourceEntryId: `given ${id}` }), createdAt: day(0) })
        replay.entry(entry(`given ${id}`, day(0), id, 10))
      }
      const credit = { asset: "CREDIT", expiresAt: null, original: 10, sourceEntryId: "given credit" } as const
      replay.lot({ ...lot("credit", 0, 1, credit), createdAt: day(0) })
      replay.entry({ ...entry("given credit", day(0), "credit", 10), asset: "CREDIT" })
      for (const change of taken) {
        const points = change.movements?.reduce((sum, movement) => sum + movement.points, 0) ?? 0
        replay.entry({ ...entry("taken", day(1), "", points), ...change })
      }
      return first().map(({ actual, check, expected }) => `${check}: ${expected}, not ${actual}`)
    }
    const from = (...lots: ReadonlyArray<string>) => ({ movements: lots.map((lotId) => ({ lotId, points: -10 })) })
    assert.deepStrictEqual(taking([from("soon", "late", "tied"), { ...from("credit"), asset: "CREDIT" }]), [])
    assert.deepStrictEqual(taking([from("late")]), ["lot_order: soon, not late"])
    assert.deepStrictEqual(taking([from("soon", "tied")]), ["lot_order: late, not tied"])
    assert.deepStrictEqual(taking([{ ...from("credit"), asset: "CREDIT" }]), ["lot_order: soon, not credit"])
    const correction = { type: "ADJUST" } as const
    assert.deepStrictEqual(taking([{ ...from("late"), ...correction }]), ["lot_order: soon, not late"])
    assert.deepStrictEqual(taking([{ ...from("credit"), ...correction, asset: "CREDIT" }]), [])
    assert.deepStrictEqual(taking([{ ...from("late"), type: "GIFT" }]), [])
    // Of lots that have ended, nothing is taken.
    assert.deepStrictEqual(taking([{ ...from("late"), createdAt: day(4) }]), [])
  })

  it("DOMAIN 4.5: points that have not ended expire only once the account was closed", () => {
    const afterExpiry = (closedOnDay: number | null) => {
      const { compare, first } = makeFindings(10)
      const replay = replayLots(compare)
      const closedAt = closedOnDay === null ? null : day(closedOnDay)
      replay.lot({ ...lot("held", 0, 9, { original: 10, sourceEntryId: "given" }), createdAt: day(0) })
      replay.entry(entry("given", day(0), "held", 10), closedAt)
      replay.entry({ ...entry("taken", day(4), "held", -10), type: "EXPIRE" }, closedAt)
      replay.end()
      return first().map(({ check, subject }) => `${check} ${subject}`)
    }
    assert.deepStrictEqual(afterExpiry(3), [])
    for (const closedOnDay of [null, 5]) assert.deepStrictEqual(afterExpiry(closedOnDay), ["lot_end entry:taken"])
  })

  it("DOMAIN 4: names an entry whose movements cannot be read", () => {
    const { compare, first } = makeFindings(10)
    replayLots(compare).entry({ ...entry("broken", day(0), "none", 10), movements: null })
    assert.deepStrictEqual(first(), [
      { check: "entry_movements", subject: "entry:broken", expected: "movements", actual: "unreadable" }
    ])
  })
})
