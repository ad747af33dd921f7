import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { OfferXid } from "../../../src/domain/offers/Offer.ts"
import { ReservationId, ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { adjustPoints } from "../../../src/domain/wallet/adjustPoints.ts"
import { changedSums } from "../../../src/domain/wallet/changedSums.ts"
import { type Charge, chargePoints } from "../../../src/domain/wallet/chargePoints.ts"
import { earnPoints } from "../../../src/domain/wallet/earnPoints.ts"
import { expirePoints, forfeitPoints } from "../../../src/domain/wallet/expirePoints.ts"
import { balanceOf, type Move, openLots } from "../../../src/domain/wallet/Move.ts"
import { transferPoints } from "../../../src/domain/wallet/transferPoints.ts"
import type { WalletActivity } from "../../../src/domain/wallet/Wallet.ts"
import { begin, day, held, lot, numbered, written } from "../../support/datasets/wallets.ts"

const charge = (points: number): Charge => ({
  points,
  fulfillmentId: FulfillmentId.make("claim"),
  offerId: OfferXid.make("offer"),
  offerName: "Offer"
})

const charged = (move: Move, points: number) => Result.getOrThrow(chargePoints(move, charge(points)))

const adjustment = { correctionId: "correction", asset: "VALID", description: "Given", expiresAt: day(9) } as const

describe("beginMove", () => {
  it("DOMAIN 4: begins later than the move before, whatever the clock says", () => {
    const at = (movedAt: DateTime.Utc | null) => begin([], 1, { movedAt }).at
    assert.deepStrictEqual(at(null), day(1))
    assert.deepStrictEqual(at(day(0)), day(1))
    assert.deepStrictEqual(at(day(1)), DateTime.add(day(1), { milliseconds: 1 }))
    assert.deepStrictEqual(at(day(2)), DateTime.add(day(2), { milliseconds: 1 }))
  })
})

describe("forfeitPoints", () => {
  it("DOMAIN 4.5: removes every lot of both assets, one EXPIRE entry for each, and nothing from an empty wallet", () => {
    const forfeited = forfeitPoints(begin([lot("a", 30, 8), lot("b", 20, null)]))
    assert.deepStrictEqual(written(forfeited), [
      ["EXPIRE", "VALID", -30, "a -30"],
      ["EXPIRE", "CREDIT", -20, "b -20"]
    ])
    assert.strictEqual(balanceOf(forfeited), 0)
    const about = forfeited.entries.map(({ description, sourceId, sourceType }) => [description, sourceType, sourceId])
    assert.deepStrictEqual(about, [
      ["Account closed", "adjustment", "a"],
      ["Account closed", "adjustment", "b"]
    ])
    assert.deepStrictEqual(written(forfeitPoints(begin([]))), [])
  })
})

describe("chargePoints", () => {
  it("DOMAIN 4.1: takes VALID lots by expiry, then id, and CREDIT last", () => {
    const lots = [lot("d", 40, null), lot("c", 30, 8), lot("b", 20, 5), lot("a", 10, 8), lot("e", 50, null)]
    assert.deepStrictEqual(written(charged(begin(lots), 105)), [
      ["SPEND", "VALID", -60, "b -20", "a -10", "c -30"],
      ["SPEND", "CREDIT", -45, "d -40", "e -5"]
    ])
  })

  it("MEM-081: writes no entry for an asset that it does not take from", () => {
    const lots = [lot("a", 10, 8), lot("b", 10, null)]
    assert.deepStrictEqual(written(charged(begin(lots), 10)), [["SPEND", "VALID", -10, "a -10"]])
    assert.deepStrictEqual(written(charged(begin([lot("b", 10, null)]), 10)), [["SPEND", "CREDIT", -10, "b -10"]])
  })

  it("MEM-087: can take the whole balance; one point more fails with required and spendable points", () => {
    const lots = [lot("a", 10, 8), lot("b", 10, null)]
    assert.strictEqual(balanceOf(charged(begin(lots), 20)), 0)
    const refused = chargePoints(begin(lots), charge(21))
    assert.isTrue(Result.isFailure(refused))
    if (Result.isFailure(refused)) assert.deepInclude(refused.failure, { required: 21, spendable: 20 })
  })

  it("DOMAIN 4.2: adds a pending spend of its claim to the activity", () => {
    const move = charged(begin([lot("a", 10, 8)]), 4)
    assert.deepInclude(move.activities[0], {
      type: "spend",
      amount: -4,
      asset: "VALID",
      status: "pending",
      sourceType: "offer",
      sourceId: "offer",
      fulfillmentId: FulfillmentId.make("claim"),
      entryId: move.entries[0]?.id ?? null
    })
    assert.deepInclude(move.entries[0], {
      fulfillmentId: FulfillmentId.make("claim"),
      sourceId: "offer",
      description: "Offer",
      metadata: {}
    })
  })

  it("leaves its input wallet unchanged", () => {
    const lots = [lot("a", 10, 8)]
    const before = begin(lots)
    charged(before, 4)
    assert.deepStrictEqual(openLots(before), lots)
    assert.deepStrictEqual([before.entries, before.activities, before.lots.size], [[], [], 0])
  })
})

describe("expirePoints", () => {
  it("MEM-092: expires the rest of every VALID lot from its expiresAt on, with an entry each, and no CREDIT", () => {
    const lots = [lot("a", 10, 4), lot("b", 3, 5, { original: 20 }), lot("c", 30, 6), lot("d", 40, null)]
    const move = expirePoints(begin(lots, 5))
    assert.deepStrictEqual(written(move), [
      ["EXPIRE", "VALID", -10, "a -10"],
      ["EXPIRE", "VALID", -3, "b -3"]
    ])
    assert.deepStrictEqual(openLots(move), lots.slice(2))
    assert.deepInclude(move.activities[0], { type: "adjustment", amount: -10, status: "completed" })
  })

  it("DOMAIN 4.1: expired points cannot be spent in the same move", () => {
    const move = expirePoints(begin([lot("a", 10, 5), lot("b", 10, 6)], 5))
    assert.isTrue(Result.isFailure(chargePoints(move, charge(11))))
    assert.deepStrictEqual(written(charged(move, 10)).at(-1), ["SPEND", "VALID", -10, "b -10"])
  })
})

describe("earnPoints", () => {
  const pending: WalletActivity = {
    id: "notified",
    memberId: MemberId.make(1),
    type: "earn",
    amount: null,
    asset: "VALID",
    status: "pending",
    description: "Stay",
    sourceType: "reservation",
    sourceId: "stay",
    entryId: null,
    reservationId: ReservationId.make(7),
    fulfillmentId: null,
    createdAt: day(-20)
  }
  const earning = {
    points: 50,
    reservationId: ReservationId.make(7),
    externalId: ReservationXid.make("stay"),
    propertyName: "Venue",
    expiryMonths: 18
  }

  it("DOMAIN 4.1: credits a VALID lot that expires after expiryMonths", () => {
    const move = earnPoints(begin([], 0), { ...earning, pending: undefined })
    assert.deepStrictEqual(written(move), [["EARN", "VALID", 50, "new3 50"]])
    assert.deepStrictEqual(openLots(move)[0]?.expiresAt, DateTime.makeUnsafe("2027-09-01T10:00:00.000Z"))
    assert.deepInclude(move.entries[0], {
      reservationId: earning.reservationId,
      sourceType: "reservation",
      sourceId: "stay"
    })
  })

  it("DOMAIN 4.1: expires on the last day of a month that is too short", () => {
    const begun = { ...begin([]), at: DateTime.makeUnsafe("2027-08-31T10:00:00.000Z") }
    const move = earnPoints(begun, { ...earning, pending: undefined })
    assert.deepStrictEqual(openLots(move)[0]?.expiresAt, DateTime.makeUnsafe("2029-02-28T10:00:00.000Z"))
  })

  it("DOMAIN 4.3: completes the pending item of the points in place", () => {
    const move = earnPoints(begin([]), { ...earning, pending })
    const entryId = move.entries[0]?.id ?? null
    const description = "Stay at Venue"
    assert.deepStrictEqual(move.activities, [{ ...pending, amount: 50, status: "completed", entryId, description }])
  })
})

describe("adjustPoints", () => {
  it("credits points as a new lot, CREDIT without an expiry", () => {
    const valid = adjustPoints(begin([]), { ...adjustment, points: 10 })
    assert.deepStrictEqual(Object.values(held(valid)), [["VALID", 10, 10]])
    assert.deepStrictEqual(openLots(valid)[0]?.expiresAt, day(9))
    const credit = adjustPoints(begin([]), { ...adjustment, asset: "CREDIT", points: 10 })
    assert.strictEqual(openLots(credit)[0]?.expiresAt, null)
    assert.deepStrictEqual(credit.entries[0]?.metadata, { direction: "CREDIT", reason: "correction" })
  })

  it("DOMAIN 6.1: a debit takes at most the balance of the asset, and the metadata has the shortfall", () => {
    const lots = [lot("a", 10, 8), lot("b", 10, 6), lot("c", 90, null)]
    const taken = adjustPoints(begin(lots), { ...adjustment, points: -15 })
    assert.deepStrictEqual(written(taken), [["ADJUST", "VALID", -15, "b -10", "a -5"]])
    assert.deepStrictEqual(taken.entries[0]?.metadata, { direction: "DEBIT", reason: "correction" })
    const short = adjustPoints(begin(lots), { ...adjustment, points: -50, reservationId: ReservationId.make(7) })
    assert.strictEqual(short.entries[0]?.points, -20)
    assert.deepStrictEqual(short.entries[0]?.metadata, { direction: "DEBIT", reason: "correction", shortfall: 30 })
    assert.strictEqual(short.entries[0]?.reservationId, 7)
  })

  it("DOMAIN 6.1: a debit that finds nothing writes nothing", () => {
    const before = begin([lot("c", 90, null)])
    assert.strictEqual(adjustPoints(before, { ...adjustment, points: -15 }), before)
  })
})

describe("transferPoints", () => {
  it("DOMAIN 4: moves all lots with their expiries, as entries that cancel each other out in each asset", () => {
    const from = begin([lot("a", 10, 8, { original: 25 }), lot("b", 20, 9), lot("c", 5, null)])
    const to = { ...begin([], 0, { memberId: MemberId.make(2) }), newId: numbered() }
    const moved = transferPoints(from, to, "transfer")
    assert.strictEqual(moved.points, 35)
    assert.deepStrictEqual(written(moved.from), [
      ["GIFT", "VALID", -30, "a -10", "b -20"],
      ["GIFT", "CREDIT", -5, "c -5"]
    ])
    assert.deepStrictEqual(
      written(moved.to).map(([type, asset, points]) => [type, asset, points]),
      [
        ["GIFT", "VALID", 30],
        ["GIFT", "CREDIT", 5]
      ]
    )
    assert.deepStrictEqual(openLots(moved.from), [])
    assert.deepStrictEqual(
      openLots(moved.to).map(({ expiresAt, memberId, original, remaining }) => [
        memberId,
        remaining,
        original,
        expiresAt
      ]),
      [
        [2, 10, 10, day(8)],
        [2, 20, 20, day(9)],
        [2, 5, 5, null]
      ]
    )
    assert.deepStrictEqual(new Set([...moved.from.entries, ...moved.to.entries].map((one) => one.transferId)).size, 1)
  })

  it("DOMAIN 4: writes nothing for an empty wallet", () => {
    const moved = transferPoints(begin([]), begin([], 0, { memberId: MemberId.make(2) }), "transfer")
    assert.deepStrictEqual([moved.points, moved.from.entries, moved.to.entries], [0, [], []])
  })
})

describe("changedSums", () => {
  it("DOMAIN 4: sums the entries by asset, and finds the next expiry of the remaining lots", () => {
    const lots = [lot("a", 10, 4), lot("b", 10, 6), lot("c", 10, null)]
    const move = charged(expirePoints(begin(lots, 5)), 15)
    const nothing = { valid: 0, credit: 0, nextExpiryAt: day(4), entries: 0, activities: 0 }
    assert.deepStrictEqual(changedSums(begin(lots)), nothing)
    assert.deepStrictEqual(changedSums(move), { valid: -20, credit: -5, nextExpiryAt: null, entries: 3, activities: 3 })
  })
})
