import { assert } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit, Layer, Result } from "effect"
import { MemberId } from "../../src/domain/members/Member.ts"
import { OfferXid } from "../../src/domain/offers/Offer.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { Ulids } from "../../src/domain/shared/Ulids.ts"
import { type Adjustment, adjustPoints } from "../../src/domain/wallet/adjustPoints.ts"
import { chargePoints } from "../../src/domain/wallet/chargePoints.ts"
import { earnPoints } from "../../src/domain/wallet/earnPoints.ts"
import { addEntry, beginMove, type Move } from "../../src/domain/wallet/Move.ts"
import { moveLockedWallet, moveWallet } from "../../src/domain/wallet/moveWallet.ts"
import { refundPoints } from "../../src/domain/wallet/refundPoints.ts"
import { transferPoints } from "../../src/domain/wallet/transferPoints.ts"
import { emptyWallet, type WalletActivity } from "../../src/domain/wallet/Wallet.ts"
import { Wallets } from "../../src/domain/wallet/Wallets.ts"
import * as UlidsLayer from "../../src/layers/UlidsLayer.ts"
import * as WalletsLayer from "../../src/layers/repositories/WalletsLayer.ts"
import { atTime } from "../support/atTime.ts"
import { twins } from "../support/twins.ts"
import { claimId, start, walletsDataset } from "../support/datasets/walletsDataset.ts"

const at = (days: number) => DateTime.add(start, { days })

const twin = {
  layerMemory: Layer.merge(WalletsLayer.layerMemory, UlidsLayer.layer),
  layerSql: Layer.merge(WalletsLayer.layerSql, UlidsLayer.layer)
}

const move = (memberId: number, rule: (move: Move) => Move) =>
  atomically(moveWallet(MemberId.make(memberId), (begun) => Effect.succeed(rule(begun))))

const now = atTime(start)

const earnNow = (memberId: number, stay: number, points: number, pending?: WalletActivity) =>
  move(memberId, (begun) =>
    earnPoints(begun, {
      points,
      reservationId: ReservationId.make(100 * memberId + stay),
      externalId: ReservationXid.make(`stay-${100 * memberId + stay}`),
      propertyName: "Venue",
      expiryMonths: 24,
      pending
    })
  )

const earn = (...of: Parameters<typeof earnNow>) => now(earnNow(...of))

const grant = (memberId: number, correctionId: string, change: Partial<Adjustment>) =>
  now(
    move(memberId, (begun) =>
      adjustPoints(begun, {
        correctionId,
        asset: "VALID",
        points: 100,
        description: "Points given",
        expiresAt: at(365),
        ...change
      })
    )
  )

const charge = (memberId: number, points: number, n: number) =>
  now(
    move(memberId, (begun) =>
      Result.getOrThrow(
        chargePoints(begun, {
          points,
          fulfillmentId: claimId(n),
          offerId: OfferXid.make("offer-1"),
          offerName: "Offer"
        })
      )
    )
  )

const chargedWallet = (memberId: number, n: number) =>
  Wallets.use((wallets) => wallets.getChargedForUpdate(MemberId.make(memberId), claimId(n)))

const refund = (memberId: number, n: number) =>
  now(
    atomically(
      Effect.flatMap(chargedWallet(memberId, n), ({ charges, wallet }) =>
        moveLockedWallet(wallet, (begun) => Effect.succeed(refundPoints(begun, claimId(n), charges)))
      )
    )
  )

const chargesOf = (memberId: number, n: number) =>
  Effect.map(atomically(chargedWallet(memberId, n)), ({ charges }) => charges)

const get = (memberId: number) => Wallets.use((wallets) => wallets.get(MemberId.make(memberId)))
const lotsOf = (memberId: number) =>
  Effect.map(atomically(Wallets.use((wallets) => wallets.getForUpdate(MemberId.make(memberId)))), ({ lots }) =>
    lots.map(({ asset, original, remaining }) => [asset, remaining, original])
  )
const isDefect = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause))

const pendingEarn = (memberId: number, stay: number): WalletActivity => ({
  id: `pending-${100 * memberId + stay}`,
  memberId: MemberId.make(memberId),
  type: "earn",
  amount: null,
  asset: "VALID",
  status: "pending",
  description: "Stay at Venue",
  sourceType: "reservation",
  sourceId: `stay-${100 * memberId + stay}`,
  entryId: null,
  reservationId: ReservationId.make(100 * memberId + stay),
  fulfillmentId: null,
  createdAt: start
})

twins("Wallets", twin, walletsDataset(30), (it) => {
  it.effect("MEM-091: a member without entries has an empty wallet, also when it is locked", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get(1), emptyWallet(MemberId.make(1)))
      const opened = yield* atomically(Wallets.use((wallets) => wallets.getForUpdate(MemberId.make(1))))
      assert.deepStrictEqual(opened, { memberId: MemberId.make(1), movedAt: null, isClosed: false, lots: [] })
      assert.deepStrictEqual(yield* get(1), emptyWallet(MemberId.make(1)))
      assert.isTrue(yield* isDefect(atomically(Wallets.use((wallets) => wallets.getForUpdate(MemberId.make(99))))))
    })
  )

  it.effect("DOMAIN 4: a move updates balances, counts, nextExpiryAt and lots", () =>
    Effect.gen(function* () {
      yield* earn(2, 1, 300)
      yield* grant(2, "c2", { asset: "CREDIT", points: 50 })
      yield* grant(2, "v2", { points: 70, expiresAt: at(10) })
      assert.deepStrictEqual(yield* get(2), {
        memberId: MemberId.make(2),
        validBalance: 370,
        creditBalance: 50,
        nextExpiryAt: at(10),
        movedAt: DateTime.add(start, { milliseconds: 2 }),
        entryCount: 3,
        activityCount: 3
      })
      assert.deepStrictEqual(yield* lotsOf(2), [
        ["VALID", 70, 70],
        ["VALID", 300, 300],
        ["CREDIT", 50, 50]
      ])
    })
  )

  it.effect("DOMAIN 4.1: a charge takes VALID that ends first, CREDIT last, and has an entry per asset", () =>
    Effect.gen(function* () {
      yield* earn(3, 1, 100)
      yield* grant(3, "c3", { asset: "CREDIT", points: 100 })
      yield* grant(3, "v3", { points: 40, expiresAt: at(5) })
      const { entries } = yield* charge(3, 200, 301)
      assert.deepStrictEqual(yield* lotsOf(3), [["CREDIT", 40, 100]])
      const charges = yield* chargesOf(3, 301)
      assert.deepStrictEqual(charges.entries, entries)
      assert.deepStrictEqual(
        charges.entries.map(({ asset, points, movements }) => [asset, points, movements.map((one) => one.points)]),
        [
          ["VALID", -140, [-40, -100]],
          ["CREDIT", -60, [-60]]
        ]
      )
      assert.deepStrictEqual(
        charges.lots.map(({ id }) => id).toSorted(),
        entries.flatMap(({ movements }) => movements.map(({ lotId }) => lotId)).toSorted()
      )
      assert.deepStrictEqual(
        charges.lots.map(({ asset, memberId, remaining }) => [memberId, asset, remaining]).toSorted(),
        [
          [3, "CREDIT", 40],
          [3, "VALID", 0],
          [3, "VALID", 0]
        ]
      )
      assert.deepInclude(yield* get(3), { validBalance: 0, creditBalance: 40, nextExpiryAt: null })
      assert.deepStrictEqual(yield* chargesOf(4, 401), {
        entries: [],
        lots: []
      })
    })
  )

  it.effect("MEM-080: a refund puts the points back into the lots they came from", () =>
    Effect.gen(function* () {
      yield* earn(5, 1, 100)
      yield* grant(5, "c5", { asset: "CREDIT", points: 100 })
      const [before, lots] = [yield* get(5), yield* lotsOf(5)]
      yield* charge(5, 150, 501)
      yield* refund(5, 501)
      assert.deepStrictEqual(yield* lotsOf(5), lots)
      assert.deepInclude(yield* get(5), {
        validBalance: before.validBalance,
        creditBalance: before.creditBalance,
        nextExpiryAt: before.nextExpiryAt,
        entryCount: 6,
        activityCount: 6
      })
    })
  )

  it.effect("DOMAIN 4: dies on an entry that exists already, and writes nothing", () =>
    Effect.gen(function* () {
      yield* earn(6, 1, 100)
      yield* grant(6, "c6", {})
      yield* charge(6, 50, 601)
      yield* refund(6, 601)
      const before = yield* get(6)
      assert.isTrue(yield* isDefect(earn(6, 1, 100)), "one EARN for a stay")
      assert.isTrue(yield* isDefect(grant(6, "c6", { points: 7 })), "one correction")
      assert.isTrue(yield* isDefect(charge(6, 1, 601)), "one SPEND for a fulfillment")
      assert.isTrue(yield* isDefect(refund(6, 601)), "one reversal of a charge")
      assert.deepStrictEqual(yield* get(6), before)
      yield* grant(6, "c6", { asset: "CREDIT" })
      yield* earn(6, 2, 100)
      yield* charge(6, 1, 602)
    })
  )

  it.effect("DOMAIN 4: a transfer has one GIFT for each member and asset", () =>
    Effect.gen(function* () {
      yield* earn(7, 1, 100)
      const give = atomically(
        Effect.gen(function* () {
          const wallets = yield* Wallets
          const ulids = yield* Ulids
          const begin = (memberId: number) =>
            Effect.map(wallets.getForUpdate(MemberId.make(memberId)), (opened) =>
              beginMove(opened, start, () => ulids.make(start))
            )
          const moved = transferPoints(yield* begin(7), yield* begin(8), "transfer-1")
          yield* wallets.insertMove(moved.from)
          yield* wallets.insertMove(moved.to)
          return moved.points
        })
      )
      assert.strictEqual(yield* give, 100)
      assert.deepStrictEqual([yield* lotsOf(7), yield* lotsOf(8)], [[], [["VALID", 100, 100]]])
      assert.deepStrictEqual((yield* get(8)).nextExpiryAt, DateTime.add(start, { months: 24 }))
      yield* earn(7, 2, 100)
      assert.isTrue(yield* isDefect(give))
      assert.deepStrictEqual(yield* lotsOf(7), [["VALID", 100, 100]])
    })
  )

  it.effect("MEM-080: dies on a reversal of a part of the charge or of the other asset", () =>
    Effect.gen(function* () {
      yield* earn(9, 1, 100)
      yield* charge(9, 60, 901)
      const [charged] = (yield* chargesOf(9, 901)).entries
      const reverse = (asset: "VALID" | "CREDIT", points: number) =>
        move(9, (begun) =>
          addEntry(
            begun,
            {
              type: "ADJUST",
              asset,
              description: "Refund",
              sourceType: "offer",
              sourceId: claimId(901),
              fulfillmentId: claimId(901),
              reversesEntryId: charged?.id ?? "none"
            },
            [{ expiresAt: asset === "CREDIT" ? null : at(365), points }]
          )
        )
      assert.isTrue(yield* isDefect(reverse("VALID", 59)))
      assert.isTrue(yield* isDefect(reverse("CREDIT", 60)))
      assert.deepInclude(yield* get(9), { validBalance: 40, creditBalance: 0, entryCount: 2 })
    })
  )

  it.effect("DOMAIN 4: dies on a balance or lot below zero, and on a lot above its original points", () =>
    Effect.gen(function* () {
      yield* earn(10, 1, 100)
      const stale = yield* atomically(Wallets.use((wallets) => wallets.getForUpdate(MemberId.make(10))))
      yield* charge(10, 80, 1001)
      const spend = (begun: Move, points: number) =>
        Result.getOrThrow(
          chargePoints(begun, {
            points,
            fulfillmentId: claimId(1002),
            offerId: OfferXid.make("offer-1"),
            offerName: "Offer"
          })
        )
      const twice = move(10, (begun) => spend({ ...begun, wallet: stale }, 80))
      assert.isTrue(yield* isDefect(twice), "the balance of a stale wallet")
      const [lot] = stale.lots
      const beyond = (remaining: number, points: number) =>
        move(10, (begun) => {
          const lots: Move["lots"] = new Map(lot === undefined ? [] : [[lot.id, { ...lot, remaining }]])
          const facts = {
            description: "",
            sourceType: "adjustment",
            sourceId: "",
            type: "ADJUST",
            asset: "VALID"
          } as const
          return { ...addEntry(begun, facts, [{ expiresAt: at(1), points }]), lots: new Map([...begun.lots, ...lots]) }
        })
      assert.isTrue(yield* isDefect(beyond(-1, 1)))
      assert.isTrue(yield* isDefect(beyond(101, 1)))
      assert.deepInclude(yield* get(10), { validBalance: 20, entryCount: 2 })
    })
  )

  it.effect("DOMAIN 4: moves of a wallet have increasing times, even in one millisecond or with a lagging clock", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      for (const [stay, days] of [
        [1, 1],
        [2, 1],
        [3, 0],
        [4, 2]
      ] as const) {
        times.push((yield* atTime(at(days))(earnNow(11, stay, 1))).at.epochMilliseconds)
      }
      const first = at(1).epochMilliseconds
      assert.deepStrictEqual(times, [first, first + 1, first + 2, at(2).epochMilliseconds])
      assert.deepStrictEqual((yield* get(11)).movedAt, at(2))
    })
  )

  it.effect("MEM-092: expires due lots before a rule sees the wallet", () =>
    Effect.gen(function* () {
      yield* grant(12, "a12", { points: 10, expiresAt: at(1) })
      yield* grant(12, "b12", { points: 20, expiresAt: at(2) })
      const moved = yield* atTime(at(1))(move(12, (begun) => begun))
      assert.deepStrictEqual(
        moved.entries.map(({ type, points }) => [type, points]),
        [["EXPIRE", -10]]
      )
      assert.deepInclude(yield* get(12), { validBalance: 20, nextExpiryAt: at(2), entryCount: 3 })
    })
  )

  it.effect("writes nothing for a move that does nothing", () =>
    Effect.gen(function* () {
      yield* earn(13, 1, 10)
      const before = yield* get(13)
      yield* atTime(at(1))(move(13, (begun) => begun))
      assert.deepStrictEqual(yield* get(13), before)
    })
  )

  it.effect("rolls back a move when its transaction fails", () =>
    Effect.gen(function* () {
      yield* earn(14, 1, 10)
      const before = [yield* get(14), yield* lotsOf(14)]
      yield* charge(14, 5, 1401).pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.deepStrictEqual([yield* get(14), yield* lotsOf(14)], before)
      assert.deepStrictEqual((yield* chargesOf(14, 1401)).entries, [])
    })
  )

  it.effect("DOMAIN 4.3: a stay has one pending earn, until its points are earned", () =>
    Effect.gen(function* () {
      const wallets = yield* Wallets
      yield* wallets.insertPendingEarn(pendingEarn(15, 1))
      assert.deepStrictEqual(yield* wallets.findPendingEarn(ReservationId.make(1501)), pendingEarn(15, 1))
      assert.strictEqual(yield* wallets.findPendingEarn(ReservationId.make(1502)), undefined)
      assert.isTrue(yield* isDefect(atomically(wallets.insertPendingEarn({ ...pendingEarn(15, 1), id: "again" }))))
      assert.deepStrictEqual(yield* get(15), emptyWallet(MemberId.make(15)))
      yield* earn(15, 1, 25, yield* wallets.findPendingEarn(ReservationId.make(1501)))
      assert.strictEqual(yield* wallets.findPendingEarn(ReservationId.make(1501)), undefined)
      assert.deepInclude(yield* get(15), { validBalance: 25, entryCount: 1, activityCount: 1 })
      assert.isTrue(yield* isDefect(atomically(wallets.insertPendingEarn(pendingEarn(99, 1)))))
    })
  )

  it.effect("DOMAIN 4.3: an ended pending earn counts as activity, unless its amount is 0", () =>
    Effect.gen(function* () {
      const wallets = yield* Wallets
      yield* wallets.insertPendingEarn(pendingEarn(16, 1))
      yield* wallets.insertPendingEarn(pendingEarn(16, 2))
      yield* wallets.updatePendingEarn(ReservationId.make(1601), { status: "cancelled", amount: 40 })
      yield* wallets.updatePendingEarn(ReservationId.make(1602), { status: "failed", amount: 0 })
      yield* wallets.updatePendingEarn(ReservationId.make(1603), { status: "cancelled", amount: 40 })
      assert.deepStrictEqual(
        [
          yield* wallets.findPendingEarn(ReservationId.make(1601)),
          yield* wallets.findPendingEarn(ReservationId.make(1602))
        ],
        [undefined, undefined]
      )
      assert.deepStrictEqual(yield* get(16), { ...emptyWallet(MemberId.make(16)), activityCount: 1 })
      yield* wallets.insertPendingEarn({ ...pendingEarn(16, 1), id: "reinstated" })
      yield* wallets.updatePendingEarn(ReservationId.make(1601), { status: "cancelled", amount: 40 })
      assert.strictEqual((yield* get(16)).activityCount, 2)
    })
  )

  it.effect("DOMAIN 6.1: moves a pending earn to another member, even one without a wallet", () =>
    Effect.gen(function* () {
      const wallets = yield* Wallets
      yield* wallets.insertPendingEarn(pendingEarn(17, 1))
      yield* wallets.changePendingEarnMember(ReservationId.make(1701), MemberId.make(18))
      assert.deepStrictEqual(yield* wallets.findPendingEarn(ReservationId.make(1701)), {
        ...pendingEarn(17, 1),
        memberId: 18
      })
      yield* wallets.updatePendingEarn(ReservationId.make(1701), { status: "cancelled", amount: 5 })
      assert.deepStrictEqual([(yield* get(17)).activityCount, (yield* get(18)).activityCount], [0, 1])
      yield* wallets.changePendingEarnMember(ReservationId.make(1702), MemberId.make(19))
    })
  )
})

twins("Wallets that are due", twin, walletsDataset(9), (it) => {
  it.effect("DOMAIN 4.1: lists by id the members of due lots, limited to the lots longest due", () =>
    Effect.gen(function* () {
      const due = (days: number, limit = 10) => Wallets.use((wallets) => wallets.listDue(at(days), limit, []))
      yield* grant(1, "a1", { expiresAt: at(5) })
      yield* grant(2, "a2", { expiresAt: at(3) })
      yield* grant(2, "b2", { expiresAt: at(4) })
      yield* grant(3, "a3", { asset: "CREDIT" })
      yield* grant(4, "a4", { expiresAt: at(1), points: 10 })
      yield* charge(4, 10, 402)
      assert.deepStrictEqual(yield* due(2), [])
      assert.deepStrictEqual(yield* due(3), [MemberId.make(2)])
      assert.deepStrictEqual(yield* due(5), [MemberId.make(1), MemberId.make(2)])
      assert.deepStrictEqual(yield* due(5, 2), [MemberId.make(2)])
    })
  )
})
