import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { listNotifications } from "../../../src/domain/notifications/listNotifications.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { Jobs } from "../../../src/domain/jobs/Jobs.ts"
import { Enrolments } from "../../../src/domain/members/Enrolments.ts"
import { finaliseStays } from "../../../src/domain/reservations/finaliseStays.ts"
import { ReservationId } from "../../../src/domain/reservations/Reservation.ts"
import { Stays } from "../../../src/domain/reservations/Stays.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import * as RowStoreLayer from "../../../src/layers/RowStoreLayer.ts"
import { atTime } from "../../support/atTime.ts"
import type { WalletEntry } from "../../../src/domain/wallet/Wallet.ts"
import { asMember, seenBy, twin } from "../../support/memberServices.ts"
import {
  decimal,
  enrolment,
  finalised,
  member,
  pendingEarn,
  rule,
  start,
  stay,
  staysDataset,
  tier,
  version,
  wallet
} from "../../support/datasets/staysDataset.ts"
import { twins } from "../../support/twins.ts"

const now = atTime(start)

const seen = (memberId: number) => now(seenBy(memberId))

const run = now(Jobs.use((jobs) => jobs.run("finalise")))

const notificationsOf = Effect.fnUntraced(function* (memberId: number) {
  const list = listNotifications({ sortOrder: "asc", limit: 100, offset: 0 })
  const { items } = yield* now(asMember(memberId)(list))
  return items.map(({ isWallet, message, type }) => `${type}${isWallet ? " (wallet)" : ""}: ${message}`)
})

const tierOf = Effect.fnUntraced(function* (memberId: number, programId = 1) {
  const enrolments = yield* Enrolments
  const found = yield* atomically(enrolments.findForUpdate({ memberId: MemberId.make(memberId), programId }))
  const { qualifyingNights, qualifyingPoints, tierExpiresAt, tierId } = Option.getOrThrow(found).enrolment
  return {
    level: tierId - tier(programId, 0),
    qualifyingPoints,
    qualifyingNights,
    until: tierExpiresAt === null ? null : DateTime.formatIso(tierExpiresAt)
  }
})

const due = [1, 2, 3, 4, 5, 7, 8, 9]

const dataset = staysDataset({
  members: [
    ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((id) => member(id)),
    ...member(9, { status: "closed", closedAt: DateTime.subtract(start, { days: 1 }) })
  ],
  enrolments: [
    enrolment(1, 1, 2, { qualifyingPoints: 10, qualifyingNights: 3 }),
    enrolment(3, 1, 1, { qualifyingPoints: 900 }),
    enrolment(5, 1, 2)
  ],
  earningRules: [version(1, 1, "2025-01-01", rule("1", { minSpend: decimal("50") }))],
  reservations: [
    stay(1),
    // In no program: earns by the rules of the first one.
    stay(2, { memberId: MemberId.make(2) }),
    // The first of two brings the promotion, the second has the new multiplier.
    stay(3, { memberId: MemberId.make(3), checkOut: "2026-03-03" }),
    stay(33, { memberId: MemberId.make(3), checkOut: "2026-03-04" }),
    // Not enough spent to earn anything.
    stay(4, { memberId: MemberId.make(4), spendMinor: 4999 }),
    stay(5, { memberId: MemberId.make(5), pmsStatus: "in_house", checkOut: "2026-03-09" }),
    stay(6, { memberId: null, checkIn: "2025-08-01", checkOut: "2025-08-09" }),
    stay(7, { memberId: MemberId.make(7), status: "cancelled", pmsStatus: "cancelled" }),
    stay(8, { memberId: MemberId.make(8), pmsStatus: "no_show" }),
    stay(9, { memberId: MemberId.make(9) }),
    stay(10, { ...finalised, memberId: MemberId.make(2) })
  ],
  wallets: [1, 2, 3, 4, 5, 7, 8, 9].map(wallet),
  walletActivity: [...due.map((id) => pendingEarn(id, id)), pendingEarn(33, 3)]
})

twins("finaliseStays", twin, dataset, (it) => {
  it.effect("MEM-047, MEM-048: credits exactly the pending points, once however often it runs", () =>
    Effect.gen(function* () {
      const before = yield* seen(1)
      assert.deepStrictEqual([before.pending, before.spendable, before.addsUp], [125, 0, true])
      const first = yield* run
      assert.deepStrictEqual(first, { finalised: 6, cancelled: 2, ended: 1 })
      assert.deepStrictEqual(yield* run, { finalised: 0, cancelled: 0, ended: 0 })
      const after = yield* seen(1)
      assert.deepStrictEqual([after.pending, after.spendable, after.addsUp], [0, 125, true])
      assert.deepStrictEqual(after.stays, { "stay-1": "other 125 final" })
      assert.deepStrictEqual(after.transactions, ["EARN 125"])
      // The pending item became the completed one.
      assert.deepStrictEqual(after.activity, ["earn completed 125"])
    })
  )

  it.effect("DOMAIN 4.1, 4.4: earned points and nights count towards the tier, and the member is notified", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tierOf(1), {
        level: 2,
        qualifyingPoints: 135,
        qualifyingNights: 5,
        until: DateTime.formatIso(DateTime.add(start, { days: 300 }))
      })
      assert.deepStrictEqual(yield* notificationsOf(1), ["wallet (wallet): You earned 125 points at Venue V1"])
    })
  )

  it.effect("MEM-047: a member without an enrolment earns points too", () =>
    Effect.gen(function* () {
      const { addsUp, transactions } = yield* seen(2)
      assert.deepStrictEqual([transactions, addsUp], [["EARN 100"], true])
    })
  )

  it.effect("DOMAIN 4.4: a promotion counts from the next stay on, lasts its validity, and notifies the member", () =>
    Effect.gen(function* () {
      const { stays } = yield* seen(3)
      assert.deepStrictEqual(stays, { "stay-3": "other 100 final", "stay-33": "other 125 final" })
      assert.deepStrictEqual(yield* tierOf(3), {
        level: 2,
        qualifyingPoints: 1125,
        qualifyingNights: 5,
        until: "2027-03-10T12:00:00.000Z"
      })
      assert.deepStrictEqual((yield* notificationsOf(3)).toSorted(), [
        "system: You reached Tier 2 in Program 1",
        "wallet (wallet): You earned 100 points at Venue V1",
        "wallet (wallet): You earned 125 points at Venue V1"
      ])
    })
  )

  it.effect("DOMAIN 6.1: a finalised stay records the program whose rules gave its points", () =>
    Effect.gen(function* () {
      const programOf = (id: number) =>
        Stays.use((stays) => atomically(stays.findForUpdate({ id: ReservationId.make(id), now: start }))).pipe(
          Effect.map((found) => Option.getOrThrow(found).row.programId)
        )
      // In program 1 with a tier, in none, without points, cancelled, and finalised before.
      const recorded = yield* Effect.forEach([1, 2, 4, 7, 10], programOf)
      assert.deepStrictEqual<unknown>(recorded, [1, 1, 1, null, null])
    })
  )

  it.effect("DOMAIN 6.1: a stay with a total of 0 is final without an entry or notification", () =>
    Effect.gen(function* () {
      const { activity, addsUp, stays, transactions } = yield* seen(4)
      assert.deepStrictEqual([stays, transactions, activity, addsUp], [{ "stay-4": "other 0 final" }, [], [], true])
      assert.deepStrictEqual(yield* notificationsOf(4), [])
    })
  )

  it.effect("DOMAIN 6.1: a stay that is still in_house at the PMS is finalised two days later", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* seen(5)).stays, { "stay-5": "other 125" })
      const later = DateTime.add(start, { days: 2 })
      const counts = yield* atTime(later)(finaliseStays())
      assert.strictEqual(counts, 1)
      assert.deepStrictEqual((yield* seen(5)).stays, { "stay-5": "other 125 final" })
    })
  )

  it.effect("DOMAIN 6.1: a stay without a member is finalised with 0 points after 180 days, and audited", () =>
    Effect.gen(function* () {
      const stays = yield* Stays
      const found = Option.getOrThrow(yield* atomically(stays.findForUpdate({ id: ReservationId.make(6), now: start })))
      assert.deepStrictEqual([found.row.basePoints, found.row.totalPoints, found.row.finalizedAt], [0, 0, start])
      assert.isTrue(found.row.givenUp)
      const audit = yield* AuditLog
      const entries = yield* audit.list("reservation:stay-6")
      assert.deepStrictEqual(
        entries.map(({ action, actor, after }) => ({ action, actor: actor.kind, after })),
        [
          {
            action: "reservation.finalised_without_points",
            actor: "system",
            after: { totalPoints: 0, reason: "no_member" }
          }
        ]
      )
    })
  )

  it.effect("DOMAIN 6.1: cancels the pending points of a cancelled stay and of a no_show", () =>
    Effect.gen(function* () {
      for (const [id, stays] of [
        [7, { "stay-7": "cancelled 0" }],
        [8, { "stay-8": "other 0" }]
      ] as const) {
        const after = yield* seen(id)
        assert.deepStrictEqual([after.stays, after.activity, after.addsUp], [stays, ["earn cancelled 100"], true])
      }
    })
  )

  it.effect("DOMAIN 4.5: a stay of a closed account is final without points", () =>
    Effect.gen(function* () {
      const { activity, stays, transactions } = yield* seen(9)
      assert.deepStrictEqual([stays, transactions, activity], [{ "stay-9": "other 0 final" }, [], []])
    })
  )
})

const changing = staysDataset({
  members: [...member(1)],
  enrolments: [enrolment(1, 1, 2)],
  reservations: [stay(1), stay(2, { checkOut: "2026-03-09", pmsStatus: "in_house" }), stay(3, finalised)],
  wallets: [wallet(1)],
  walletActivity: [pendingEarn(1, 1), pendingEarn(2, 1)]
})

const services = {
  layerMemory: Layer.merge(twin.layerMemory, RowStoreLayer.layerMemory),
  layerSql: Layer.merge(twin.layerSql, RowStoreLayer.layerSql)
}

twins("finaliseStays, when a multiplier changes", services, changing, (it) => {
  it.effect(
    "MEM-047, DOMAIN 11.4: a changed tier multiplier moves all that is pending together, until it is final",
    () =>
      Effect.gen(function* () {
        const change = Effect.fnUntraced(function* (multiplier: string) {
          const tiers = (yield* RowStore).of("tiers")
          const where = { id: tier(1, 2), organizationId: organizationIds.A }
          assert.lengthOf(yield* tiers.update(where, { multiplier: decimal(multiplier) }), 1)
          const { activity, addsUp, pending, spendable, stays } = yield* seen(1)
          assert.isTrue(addsUp)
          return { activity: activity.toSorted(), pending, spendable, stays: Object.values(stays).toSorted() }
        })
        const twoPending = (points: number) => ({
          activity: [`earn pending ${points}`, `earn pending ${points}`],
          pending: 2 * points,
          spendable: 0,
          stays: ["other 100 final", `other ${points}`, `other ${points}`]
        })
        assert.deepStrictEqual(yield* change("1.25"), twoPending(125))
        assert.deepStrictEqual(yield* change("1.75"), twoPending(175))
        yield* run
        assert.deepStrictEqual(yield* change("3"), {
          activity: ["earn completed 175", "earn pending 300"],
          pending: 300,
          spendable: 175,
          stays: ["other 100 final", "other 175 final", "other 300"]
        })
      })
  )
})

const unconfirmed = staysDataset({
  members: [...member(1)],
  enrolments: [],
  reservations: [stay(1, { status: "pending", pmsStatus: "optional" })],
  wallets: [wallet(1)],
  walletActivity: [pendingEarn(1, 1)]
})

twins("finaliseStays, of a stay that was never confirmed", services, unconfirmed, (it) => {
  it.effect("DOMAIN 6.1: its points stay pending until it is confirmed", () =>
    Effect.gen(function* () {
      const later = atTime(DateTime.add(start, { days: 300 }))
      assert.strictEqual(yield* later(finaliseStays()), 0)
      const { activity, spendable, stays } = yield* later(seenBy(1))
      assert.deepStrictEqual([stays, activity, spendable], [{ "stay-1": "pending 100" }, ["earn pending 100"], 0])
      const reservations = (yield* RowStore).of("reservations")
      const where = { id: ReservationId.make(1), organizationId: organizationIds.A }
      assert.lengthOf(yield* reservations.update(where, { status: "confirmed", pmsStatus: "confirmed" }), 1)
      assert.strictEqual(yield* later(finaliseStays()), 1)
      assert.deepStrictEqual((yield* later(seenBy(1))).stays, { "stay-1": "confirmed 100 final" })
    })
  )
})

/** The points of the first stay are in the ledger already, so that its finalisation always fails. */
const earned: WalletEntry = {
  id: "earned",
  memberId: MemberId.make(1),
  groupId: "earned",
  type: "EARN",
  asset: "VALID",
  points: 100,
  movements: [],
  description: "Stay",
  sourceType: "stay",
  sourceId: "stay-1",
  fulfillmentId: null,
  reservationId: ReservationId.make(1),
  transferId: null,
  correctionId: null,
  reversesEntryId: null,
  metadata: {},
  createdAt: start
}

const oneEarned = staysDataset({
  members: [...member(1), ...member(2)],
  enrolments: [],
  reservations: [stay(1, { checkOut: "2026-03-02" }), stay(2, { memberId: MemberId.make(2) })],
  wallets: [wallet(1), wallet(2)],
  walletEntries: [earned],
  walletActivity: [pendingEarn(1, 1), pendingEarn(2, 2)]
})

twins("finaliseStays, when one fails", twin, oneEarned, (it) => {
  it.effect("MEM-048: a stay that cannot be finalised does not block others, and fails the run", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(run)
      assert.strictEqual(exit._tag, "Failure")
      assert.deepStrictEqual((yield* seen(2)).transactions, ["EARN 100"])
      const stays = yield* Stays
      const first = Option.getOrThrow(yield* atomically(stays.findForUpdate({ id: ReservationId.make(1), now: start })))
      assert.isNull(first.row.finalizedAt)
    })
  )
})
