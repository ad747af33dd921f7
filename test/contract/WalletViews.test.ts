import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Result } from "effect"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { OfferXid } from "../../src/domain/offers/Offer.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { pointsOf } from "../../src/domain/reservations/StayPoints.ts"
import type { ActivityRecord } from "../../src/domain/wallet/ActivityRecord.ts"
import { adjustPoints } from "../../src/domain/wallet/adjustPoints.ts"
import { chargePoints } from "../../src/domain/wallet/chargePoints.ts"
import { earnPoints } from "../../src/domain/wallet/earnPoints.ts"
import type { Move } from "../../src/domain/wallet/Move.ts"
import { moveWallet } from "../../src/domain/wallet/moveWallet.ts"
import { Wallets } from "../../src/domain/wallet/Wallets.ts"
import { type ActivityQuery, type EntriesQuery, WalletViews } from "../../src/domain/wallet/WalletViews.ts"
import * as UlidsLayer from "../../src/layers/UlidsLayer.ts"
import * as WalletsLayer from "../../src/layers/repositories/WalletsLayer.ts"
import * as WalletViewsLayer from "../../src/layers/repositories/WalletViewsLayer.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"
import { claimId, spent, start, walletsDataset } from "../support/datasets/walletsDataset.ts"

const twin = {
  layerMemory: Layer.mergeAll(WalletsLayer.layerMemory, WalletViewsLayer.layerMemory, UlidsLayer.layer),
  layerSql: Layer.mergeAll(WalletsLayer.layerSql, WalletViewsLayer.layerSql, UlidsLayer.layer)
}

const plain = walletsDataset(14)
const dataset = {
  ...plain,
  reservations: plain.reservations.map((row) => (row.id % 100 <= 2 ? { ...row, ...spent(row.id) } : row))
}

const day = (days: number) => DateTime.add(start, { days })
const iso = (days: number) => DateTime.formatIso(day(days))

const move = (memberId: number, days: number, rule: (move: Move) => Move) =>
  atTime(day(days))(atomically(moveWallet(MemberId.make(memberId), (begun) => Effect.succeed(rule(begun)))))

const grant = (memberId: number, days: number, points: number, ends: number | null) =>
  move(memberId, days, (begun) =>
    adjustPoints(begun, {
      correctionId: `${memberId} ${days} ${points} ${ends}`,
      asset: ends === null ? "CREDIT" : "VALID",
      points,
      description: `Gift of day ${days}`,
      expiresAt: ends === null ? null : day(ends)
    })
  )

const charge = (memberId: number, days: number, points: number) =>
  move(memberId, days, (begun) => {
    const fulfillmentId = claimId(100 * memberId + days + 1)
    return Result.getOrThrow(
      chargePoints(begun, {
        points,
        fulfillmentId: FulfillmentId.make(fulfillmentId),
        offerId: OfferXid.make("offer-1"),
        offerName: "Offer"
      })
    )
  })

const insertPending = (memberId: number, stay: number, days: number) =>
  Wallets.use((wallets) =>
    wallets.insertPendingEarn({
      id: `pending-${stay}`,
      memberId: MemberId.make(memberId),
      type: "earn",
      amount: null,
      asset: "VALID",
      status: "pending",
      description: "Stay at Venue",
      sourceType: "reservation",
      sourceId: `stay-${stay}`,
      entryId: null,
      reservationId: ReservationId.make(stay),
      fulfillmentId: null,
      createdAt: day(days)
    })
  )

const settled = { hasDueLots: false, hasDueClaims: false }

const query = (memberId: number) => ({ memberId: MemberId.make(memberId), now: start, until: day(90) })
const view = (memberId: number) => WalletViews.use((views) => views.get(query(memberId)))

const entries = (memberId: number, change: Partial<EntriesQuery> = {}) =>
  WalletViews.use((views) =>
    views.listEntries({
      memberId: MemberId.make(memberId),
      now: start,
      type: undefined,
      from: undefined,
      to: undefined,
      limit: 100,
      offset: 0,
      ...change
    })
  )

const activity = (memberId: number, change: Partial<ActivityQuery> = {}) =>
  WalletViews.use((views) =>
    views.listActivity({
      memberId: MemberId.make(memberId),
      now: start,
      type: undefined,
      from: undefined,
      to: undefined,
      limit: 100,
      offset: 0,
      pendingEarns: new Map(),
      ...change
    })
  )

twins("WalletViews", twin, dataset, (it) => {
  it.effect("MEM-091: a member without entries has balances of 0 and empty lists", () =>
    Effect.gen(function* () {
      const nothing = { ...settled, validBalance: 0, creditBalance: 0, expiring: [], pendingEarns: [] }
      assert.deepStrictEqual(yield* view(1), nothing)
      const page = { limit: 20, offset: 0 }
      const whole = yield* WalletViews.use((views) => views.getWithEntries({ ...query(1), ...page }))
      assert.deepStrictEqual(whole, { ...nothing, entries: [] })
      assert.deepStrictEqual(yield* entries(1), { ...settled, total: 0, items: [] })
      assert.deepStrictEqual(yield* activity(1), { ...settled, total: 0, items: [] })
    })
  )

  it.effect("MEM-092: lists VALID points that expire within the period, summed by instant, soonest first", () =>
    Effect.gen(function* () {
      yield* grant(2, 0, 10, 30)
      yield* grant(2, 0, 20, 5)
      yield* grant(2, 0, 30, 30)
      yield* grant(2, 0, 40, 90)
      yield* grant(2, 0, 50, 91)
      yield* grant(2, 0, 60, null)
      yield* charge(2, 0, 25)
      yield* grant(3, 0, 7, 6)
      assert.deepStrictEqual(yield* view(2), {
        validBalance: 125,
        creditBalance: 60,
        ...settled,
        expiring: [
          { points: 35, expiresAt: iso(30) },
          { points: 40, expiresAt: iso(90) }
        ],
        pendingEarns: []
      })
    })
  )

  it.effect("MEM-047: lists pending earns with the facts of their amounts", () =>
    Effect.gen(function* () {
      yield* insertPending(4, 401, 1)
      yield* insertPending(4, 402, 2)
      yield* insertPending(4, 403, 3)
      yield* insertPending(5, 501, 1)
      yield* Wallets.use((wallets) =>
        wallets.updatePendingEarn(ReservationId.make(402), { status: "cancelled", amount: 402 })
      )
      const { pendingEarns } = yield* view(4)
      const amounts = pendingEarns.map(({ activityId, facts }) => [activityId, pointsOf(facts).totalPoints])
      assert.deepStrictEqual(amounts.toSorted(), [
        ["pending-401", 401],
        ["pending-403", 0]
      ])
    })
  )

  it.effect("MEM-093: lists entries newest first, those of one move by id, in pages without gaps", () =>
    Effect.gen(function* () {
      for (const days of [1, 2, 3]) yield* grant(6, days, 100, 500)
      yield* grant(6, 4, 50, null)
      yield* charge(6, 5, 320)
      const { items, total } = yield* entries(6)
      assert.deepStrictEqual(
        items.map(({ assetType, createdAt, points, type }) => [type, assetType, points, createdAt]),
        [
          ["SPEND", "CREDIT", -20, iso(5)],
          ["SPEND", "VALID", -300, iso(5)],
          ["ADJUST", "CREDIT", 50, iso(4)],
          ["ADJUST", "VALID", 100, iso(3)],
          ["ADJUST", "VALID", 100, iso(2)],
          ["ADJUST", "VALID", 100, iso(1)]
        ]
      )
      assert.strictEqual(total, 6)
      assert.deepStrictEqual(
        [items[3]?.description, items[3]?.metadata],
        ["Gift of day 3", { direction: "CREDIT", reason: "correction" }]
      )
      const pages = yield* Effect.forEach([0, 2, 4, 6], (offset) => entries(6, { limit: 2, offset }))
      assert.deepStrictEqual(
        pages.flatMap((page) => page.items),
        items
      )
      assert.isTrue(pages.every((page) => page.total === 6))
      const whole = yield* WalletViews.use((views) => views.getWithEntries({ ...query(6), limit: 2, offset: 1 }))
      assert.deepStrictEqual(whole, { ...(yield* view(6)), entries: items.slice(1, 3) })
    })
  )

  it.effect("MEM-101, MEM-096: filters entries by type and time; from is inclusive, to is exclusive", () =>
    Effect.gen(function* () {
      for (const days of [1, 2, 3, 4]) yield* grant(7, days, days, 500)
      yield* charge(7, 5, 3)
      const points = (change: Partial<EntriesQuery>) =>
        Effect.map(entries(7, change), ({ items, total }) => [total, ...items.map((item) => item.points)])
      assert.deepStrictEqual(yield* points({ type: "SPEND" }), [1, -3])
      assert.deepStrictEqual(yield* points({ type: "GIFT" }), [0])
      assert.deepStrictEqual(yield* points({ from: day(2), to: day(4) }), [2, 3, 2])
      assert.deepStrictEqual(yield* points({ from: day(4) }), [2, -3, 4])
      assert.deepStrictEqual(yield* points({ to: day(2) }), [1, 1])
      assert.deepStrictEqual(yield* points({ from: day(2), to: day(2) }), [0])
      assert.deepStrictEqual(yield* points({ type: "ADJUST", from: day(2), limit: 1, offset: 1 }), [3, 3])
    })
  )

  it.effect(
    "MEM-097, MEM-098, MEM-100: lists activity newest first with its stay, a pending earn with its expected amount",
    () =>
      Effect.gen(function* () {
        yield* insertPending(8, 801, 1)
        yield* insertPending(8, 802, 2)
        yield* insertPending(8, 803, 3)
        yield* grant(8, 4, 50, 500)
        const pending = yield* Wallets.use((wallets) => wallets.findPendingEarn(ReservationId.make(802)))
        yield* move(8, 5, (begun) =>
          earnPoints(begun, {
            points: 20,
            reservationId: ReservationId.make(802),
            externalId: ReservationXid.make("stay-802"),
            propertyName: "Venue",
            expiryMonths: 24,
            pending
          })
        )
        yield* charge(8, 6, 60)
        const pendingEarns = new Map([["pending-801", 33]])
        const { items, total } = yield* activity(8, { pendingEarns })
        const stay = (id: number, days: number): Partial<ActivityRecord> => ({
          type: "earn",
          assetType: "VALID",
          description: "Stay at Venue",
          sourceType: "reservation",
          sourceId: `stay-${id}`,
          reservationConfirmationCode: `CODE${id}`,
          createdAt: iso(days)
        })
        const [spend, adjustment, earned, pendingStay] = items
        assert.deepStrictEqual([items.length, total], [4, 4])
        assert.deepInclude(spend, {
          type: "spend",
          amount: -60,
          status: "pending",
          sourceType: "offer",
          sourceId: "offer-1"
        })
        assert.strictEqual(spend?.createdAt, iso(6))
        assert.doesNotHaveAnyKeys(spend, ["propertyName", "reservationConfirmationCode"])
        assert.deepInclude(adjustment, { type: "adjustment", amount: 50, status: "completed", createdAt: iso(4) })
        assert.deepInclude(earned, { ...stay(802, 2), id: "pending-802", amount: 20, status: "completed" })
        assert.deepInclude(pendingStay, { ...stay(801, 1), id: "pending-801", amount: 33, status: "pending" })
        assert.strictEqual(pendingStay?.propertyName, dataset.properties[0]?.name)
        const pages = yield* Effect.forEach([0, 2, 4], (offset) => activity(8, { pendingEarns, limit: 2, offset }))
        assert.deepStrictEqual(
          pages.flatMap((page) => page.items),
          items
        )
        assert.deepStrictEqual((yield* activity(8)).total, 3)
      })
  )

  it.effect("MEM-096: filters activity by type and time; from is inclusive, to is exclusive", () =>
    Effect.gen(function* () {
      yield* insertPending(9, 901, 1)
      yield* insertPending(9, 902, 2)
      for (const days of [2, 3, 4]) yield* grant(9, days, days, 500)
      yield* charge(9, 5, 3)
      const pendingEarns = new Map([["pending-902", 9]])
      const amounts = (change: Partial<ActivityQuery>) =>
        Effect.map(activity(9, { pendingEarns, ...change }), ({ items, total }) => [
          total,
          ...items.map(({ amount }) => amount)
        ])
      assert.deepStrictEqual(yield* amounts({ type: "earn" }), [1, 9])
      assert.deepStrictEqual(yield* amounts({ type: "spend" }), [1, -3])
      assert.deepStrictEqual(yield* amounts({ type: "transfer" }), [0])
      assert.deepStrictEqual(yield* amounts({ from: day(3), to: day(4) }), [1, 3])
      assert.deepStrictEqual(yield* amounts({ from: day(4) }), [2, -3, 4])
      assert.deepStrictEqual(yield* amounts({ to: day(2) }), [0])
      assert.deepStrictEqual(yield* amounts({ type: "adjustment", to: day(4), limit: 1, offset: 1 }), [2, 2])
    })
  )

  it.effect("DOMAIN 4.3: a settled spend is completed, a withdrawn pending earn cancelled", () =>
    Effect.gen(function* () {
      const wallets = yield* Wallets
      yield* insertPending(10, 1001, 1)
      yield* grant(10, 2, 100, 500)
      const { entries: charged } = yield* charge(10, 3, 40)
      yield* charge(10, 4, 10)
      yield* wallets.updateSpendCompleted(charged[0]?.fulfillmentId ?? assert.fail())
      yield* wallets.updatePendingEarn(ReservationId.make(1001), { status: "cancelled", amount: 12 })
      const { items } = yield* activity(10)
      assert.deepStrictEqual(
        items.map(({ amount, status }) => [amount, status]),
        [
          [-10, "pending"],
          [-40, "completed"],
          [100, "completed"],
          [12, "cancelled"]
        ]
      )
    })
  )

  it.effect("MEM-092, MEM-117: hasDueLots and hasDueClaims are true once a lot and an open claim are due", () =>
    Effect.gen(function* () {
      const due = (memberId: number, now: DateTime.Utc) =>
        Effect.gen(function* () {
          const views = yield* WalletViews
          const walletQuery = { memberId: MemberId.make(memberId), now, until: day(90), limit: 20, offset: 0 }
          const all = { type: undefined, from: undefined, to: undefined, pendingEarns: new Map<string, number>() }
          const seen = [
            yield* views.get(walletQuery),
            yield* views.getWithEntries(walletQuery),
            yield* views.listEntries({ ...walletQuery, ...all }),
            yield* views.listActivity({ ...walletQuery, ...all })
          ]
          assert.strictEqual(new Set(seen.map((one) => `${one.hasDueLots} ${one.hasDueClaims}`)).size, 1)
          return [seen[0]?.hasDueLots, seen[0]?.hasDueClaims]
        })
      yield* grant(11, 1, 5, 10)
      assert.deepStrictEqual(yield* due(11, day(9)), [false, false])
      assert.deepStrictEqual(yield* due(11, day(10)), [true, false])
      assert.deepStrictEqual(yield* due(11, day(300)), [true, true])
      yield* grant(12, 1, 5, null)
      assert.deepStrictEqual(yield* due(12, day(299)), [false, false])
      assert.deepStrictEqual(yield* due(12, day(300)), [false, true])
    })
  )

  it.effect("MEM-002: returns no entries, activity or points of another member", () =>
    Effect.gen(function* () {
      yield* grant(13, 1, 5, 10)
      yield* insertPending(13, 1301, 2)
      assert.deepStrictEqual((yield* entries(14)).items, [])
      assert.deepStrictEqual((yield* activity(14, { pendingEarns: new Map([["pending-1301", 5]]) })).items, [])
      assert.deepStrictEqual([(yield* view(14)).expiring, (yield* view(14)).pendingEarns], [[], []])
    })
  )
})
