import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { reportLiability } from "../../../src/domain/liability/reportLiability.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { MergeRefused } from "../../../src/domain/members/MemberErrors.ts"
import { mergeMembers } from "../../../src/domain/members/mergeMembers.ts"
import { listOffers } from "../../../src/domain/offers/readOffers.ts"
import { finaliseStays } from "../../../src/domain/reservations/finaliseStays.ts"
import { maxInt } from "../../../src/domain/shared/maxInt.ts"
import { verifyLedger } from "../../../src/domain/verify/verifyLedger.ts"
import { getBalance } from "../../../src/domain/wallet/getBalance.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import { atTime } from "../../support/atTime.ts"
import { member, offers, pendingEarn, start, stay, staysDataset, wallet } from "../../support/datasets/staysDataset.ts"
import { loadMemory, loadSql } from "../../support/history/historyStores.ts"
import { asMember, claim, grant, seenBy, twin } from "../../support/memberServices.ts"
import * as Postgres from "../../support/servers/Postgres.ts"

const [rich, poor] = [MemberId.make(1), MemberId.make(2)]

/** A stay that earns the most points that one stay can. */
const splendid = (id: number) => stay(id, { memberId: rich, spendMinor: 100 * maxInt })

const dataset = staysDataset({
  ...offers.rows,
  members: [...member(rich), ...member(poor)],
  enrolments: [],
  reservations: [splendid(1), splendid(2)],
  wallets: [wallet(rich), wallet(poor)],
  walletActivity: [pendingEarn(1, rich), pendingEarn(2, rich)]
})

const on = (days: number) => atTime(DateTime.add(start, { days }))

const expiringSoon = { expiresAt: DateTime.add(start, { days: 10 }) }

/** What both stays earn, and as much again twice: promotional, and expiring in ten days. */
const [lasting, promotional, fleeting] = [2 * maxInt, 2 * maxInt, 2 * maxInt - 1]

const memory = Layer.effectDiscard(loadMemory(dataset)).pipe(Layer.provideMerge(Memory.layer))
const database = Layer.effectDiscard(loadSql(dataset)).pipe(Layer.provideMerge(Postgres.layer))

for (const [name, store] of [
  ["memory", twin.layerMemory.pipe(Layer.provide(memory))] as const,
  ["sql", twin.layerSql.pipe(Layer.provide(database))] as const
]) {
  layer(store)(`balances beyond 32 bits (${name})`, (it) => {
    it.effect("MEM-048, MEM-091, MEM-092: are earned, and every read of the wallet adds up", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* on(0)(finaliseStays()), 2)
        yield* on(0)(grant(rich, maxInt, { asset: "CREDIT" }))
        yield* on(0)(grant(rich, maxInt, { asset: "CREDIT", correctionId: "again" }))
        yield* on(0)(grant(rich, maxInt, expiringSoon))
        yield* on(0)(grant(rich, maxInt - 1, expiringSoon))
        const { addsUp, pending, spendable } = yield* on(0)(seenBy(rich))
        assert.deepStrictEqual([spendable, pending, addsUp], [lasting + promotional + fleeting, 0, true])
        const { expiringPoints } = yield* on(0)(asMember(rich)(getBalance()))
        assert.deepStrictEqual([expiringPoints.total, expiringPoints.items.length], [fleeting, 1])
      })
    )

    it.effect("DOMAIN 4.5: a merge adds to them, but does not move them, as one entry has 32 bits", () =>
      Effect.gen(function* () {
        yield* on(0)(grant(poor, maxInt))
        yield* on(0)(grant(poor, maxInt, { asset: "CREDIT" }))
        const before = yield* on(0)(Effect.all([seenBy(rich), seenBy(poor)]))
        const refused = yield* on(0)(Effect.flip(mergeMembers({ mergeId: "down", sourceId: rich, targetId: poor })))
        assert.deepStrictEqual(refused, new MergeRefused({ reason: "too_many_points" }))
        assert.deepStrictEqual(yield* on(0)(Effect.all([seenBy(rich), seenBy(poor)])), before)
        yield* on(0)(mergeMembers({ mergeId: "up", sourceId: poor, targetId: rich }))
        assert.strictEqual((yield* on(0)(seenBy(rich))).spendable, lasting + promotional + fleeting + 2 * maxInt)
      })
    )

    it.effect("DOMAIN 4.1: are charged, and suffice for offers once a part has expired", () =>
      Effect.gen(function* () {
        yield* on(0)(claim(rich, offers.breakfast))
        const { items } = yield* on(11)(asMember(rich)(listOffers({ limit: 10, offset: 0 })))
        assert.isTrue(items.some(({ isEligible }) => isEligible))
        assert.strictEqual((yield* on(11)(seenBy(rich))).spendable, lasting + promotional + 2 * maxInt)
      })
    )

    it.effect("DOMAIN 4: verifying the ledger finds nothing, and reports name the points outstanding", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* on(11)(verifyLedger())).findings, [])
        const day = DateTime.formatIsoDateUtc(start)
        const { assets } = yield* on(11)(reportLiability({ from: day, asOf: day }))
        assert.deepStrictEqual(
          assets.map(({ asset, closing }) => [asset, closing]),
          [
            ["VALID", lasting + fleeting + maxInt - 300],
            ["CREDIT", promotional + maxInt]
          ]
        )
      })
    )
  })
}
