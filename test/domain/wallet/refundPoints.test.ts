import { assert, describe, it } from "@effect/vitest"
import { type DateTime, Result } from "effect"
import { FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { OfferXid } from "../../../src/domain/offers/Offer.ts"
import { chargePoints } from "../../../src/domain/wallet/chargePoints.ts"
import { expirePoints } from "../../../src/domain/wallet/expirePoints.ts"
import { beginMove, type Move, openLots } from "../../../src/domain/wallet/Move.ts"
import { type Charges, refundPoints } from "../../../src/domain/wallet/refundPoints.ts"
import type { WalletLot } from "../../../src/domain/wallet/Wallet.ts"
import { begin, day, held, lot, numbered, written } from "../../support/datasets/wallets.ts"

/** A charge of day 0 and what the wallet holds after it. */
const charge = (lots: ReadonlyArray<WalletLot>, points: number) => {
  const facts = {
    points,
    fulfillmentId: FulfillmentId.make("claim"),
    offerId: OfferXid.make("offer"),
    offerName: "Offer"
  }
  const move = Result.getOrThrow(chargePoints(begin(lots), facts))
  const after = lots.map((before) => move.lots.get(before.id) ?? before)
  const charges: Charges = { entries: move.entries, lots: after.filter(({ id }) => move.lots.has(id)) }
  return { move, after, charges }
}

/** The refund as the service makes it: due lots expire first. */
const refund = ({ after, charges }: ReturnType<typeof charge>, at: DateTime.Utc, memberId = MemberId.make(1)): Move => {
  const open = after.filter((one) => one.remaining > 0 && one.memberId === memberId)
  const wallet = { memberId, movedAt: day(0), lots: open }
  return refundPoints(expirePoints(beginMove(wallet, at, numbered())), FulfillmentId.make("claim"), charges)
}

describe("refundPoints", () => {
  it("MEM-080: puts each asset back whole into the lots it came from", () => {
    const lots = [lot("a", 10, 50), lot("b", 30, 60), lot("c", 20, null)]
    const move = refund(charge(lots, 45), day(3))
    assert.deepStrictEqual(written(move), [
      ["ADJUST", "VALID", 40, "a 10", "b 30"],
      ["ADJUST", "CREDIT", 5, "c 5"]
    ])
    assert.deepStrictEqual(held(move), { a: ["VALID", 10, 10], b: ["VALID", 30, 30], c: ["CREDIT", 20, 20] })
  })

  it("MEM-081, A-07: writes ADJUST entries of direction CREDIT that name claim and charge, never an EARN", () => {
    const charged = charge([lot("a", 10, 50)], 4)
    const move = refund(charged, day(3))
    assert.deepInclude(move.entries[0], {
      type: "ADJUST",
      sourceType: "offer",
      sourceId: "claim",
      fulfillmentId: FulfillmentId.make("claim"),
      reversesEntryId: charged.charges.entries[0]?.id ?? null,
      description: "Refund: Offer"
    })
    assert.deepStrictEqual(move.entries[0]?.metadata, { direction: "CREDIT", reason: "refund" })
    assert.deepInclude(move.activities[0], { type: "adjustment", amount: 4, status: "completed", sourceId: "claim" })
    assert.strictEqual(move.settles, "claim")
  })

  it("DOMAIN 4.3: changes nothing for a claim without a charge", () => {
    const before = begin([lot("a", 10, 50)])
    assert.strictEqual(refundPoints(before, FulfillmentId.make("claim"), { entries: [], lots: [] }), before)
  })

  it("MEM-080: fails instead of losing the points of a lot that is missing", () => {
    const charged = charge([lot("a", 10, 50), lot("b", 30, 60)], 40)
    const lots = charged.charges.lots.filter(({ id }) => id === "a")
    const incomplete = { ...charged, after: [], charges: { ...charged.charges, lots } }
    assert.throws(() => refund(incomplete, day(3)), /^Lot b of entry \S+ is missing$/)
  })

  it("A-74: replaces a lot that ended by one with the lifetime left at the charge, from 24 hours to 30 days", () => {
    const newLot = (endsOnDay: number, onDay: number) => {
      const move = refund(charge([lot("a", 10, endsOnDay)], 10), day(onDay))
      return openLots(move).map(({ expiresAt, id, remaining }) => [id === "a", remaining, expiresAt])
    }
    assert.deepStrictEqual(newLot(5, 4), [[true, 10, day(5)]])
    assert.deepStrictEqual(newLot(5, 5), [[false, 10, day(10)]], "at its very end")
    assert.deepStrictEqual(newLot(5, 7), [[false, 10, day(12)]])
    assert.deepStrictEqual(newLot(29, 30), [[false, 10, day(59)]])
    assert.deepStrictEqual(newLot(30, 31), [[false, 10, day(61)]])
    assert.deepStrictEqual(newLot(31, 32), [[false, 10, day(62)]], "30 days at most")
    assert.deepStrictEqual(newLot(1, 2), [[false, 10, day(3)]])
    const [[isOld, points, end] = []] = newLot(0.5, 2)
    assert.deepStrictEqual([isOld, points, end], [false, 10, day(3)], "24 hours at least")
  })

  it("A-74: the rest of an ended lot stays expired; only the charge is refunded", () => {
    const move = refund(charge([lot("a", 10, 5), lot("b", 10, 50)], 7), day(6))
    assert.deepStrictEqual(written(move), [
      ["EXPIRE", "VALID", -3, "a -3"],
      ["ADJUST", "VALID", 7, "new5 7"]
    ])
    assert.deepStrictEqual(
      openLots(move).map(({ asset, original, remaining }) => [asset, remaining, original]),
      [
        ["VALID", 7, 7],
        ["VALID", 10, 10]
      ]
    )
  })

  it("DOMAIN 4.5: after a merge the points go to the claim's present owner, with the expiries they would have had", () => {
    const charged = charge([lot("a", 10, 50), lot("b", 10, 3), lot("c", 10, null)], 25)
    const move = refund(charged, day(4), MemberId.make(2))
    assert.strictEqual(move.wallet.memberId, 2)
    assert.deepStrictEqual(
      openLots(move).map(({ asset, expiresAt, memberId, remaining }) => [memberId, asset, remaining, expiresAt]),
      [
        [2, "VALID", 10, day(7)],
        [2, "VALID", 10, day(50)],
        [2, "CREDIT", 5, null]
      ]
    )
    assert.isFalse(["a", "b", "c"].some((id) => move.lots.has(id)))
    assert.isTrue(move.entries.every(({ memberId }) => memberId === 2))
  })
})
