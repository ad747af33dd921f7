import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import { FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { addReservation } from "../../../src/domain/reservations/addReservation.ts"
import { changeReservation, type StayChange } from "../../../src/domain/reservations/changeReservation.ts"
import { ReservationId, ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { ReservationMissing } from "../../../src/domain/reservations/ReservationErrors.ts"
import { atTime } from "../../support/atTime.ts"
import { getFulfillment } from "../../../src/domain/fulfillments/readFulfillments.ts"
import { asMember, claim, grant, seenBy, twin } from "../../support/memberServices.ts"
import {
  campaign,
  decimal,
  enrolment,
  finalised,
  member,
  newStay,
  offers,
  pendingEarn,
  rule,
  start,
  stay,
  staysDataset,
  version,
  wallet
} from "../../support/datasets/staysDataset.ts"
import { ProgramId } from "../../../src/domain/programs/Program.ts"
import { twins } from "../../support/twins.ts"

const ids = Array.from({ length: 12 }, (_, index) => index + 1)

const coming = { status: "confirmed", pmsStatus: "confirmed", checkIn: "2026-03-20", checkOut: "2026-03-22" } as const

/** For each member one upcoming stay that earns 125; its id is the number of the member. */
const dataset = staysDataset({
  members: ids.flatMap((id) => member(id)),
  enrolments: ids.map((id) => enrolment(id, 1, 2)),
  pointMultipliers: [
    campaign(1, "2026-04-01T00:00:00Z", "2026-04-30T00:00:00Z", { multiplier: decimal("2.00"), stacking: "exclusive" })
  ],
  reservations: ids.map((id) => stay(id, { memberId: MemberId.make(id), ...coming })),
  wallets: ids.map(wallet),
  walletActivity: ids.map((id) => pendingEarn(id, id))
})

let messages = 0

const change = (id: number, to: StayChange, messageId = `message-${++messages}`) =>
  atTime(start)(
    changeReservation({
      organizationId: organizationIds.A,
      externalId: ReservationXid.make(`stay-${id}`),
      messageId,
      change: to
    })
  )

const seen = (memberId: number) => atTime(start)(seenBy(memberId))

twins("changeReservation", twin, dataset, (it) => {
  it.effect("DOMAIN 6.1, MEM-048: an inquiry has no points pending; once it is pending or confirmed it has", () =>
    Effect.gen(function* () {
      const quoted = newStay({ ...coming, externalId: ReservationXid.make("stay-new"), status: "inquiry" })
      yield* atTime(start)(addReservation(quoted))
      const inquiry = yield* seen(1)
      assert.deepStrictEqual([inquiry.stays["stay-new"], inquiry.pending, inquiry.addsUp], ["inquiry 0", 125, true])
      for (const status of ["pending", "confirmed"] as const) {
        yield* atTime(start)(
          changeReservation({
            organizationId: organizationIds.A,
            externalId: ReservationXid.make("stay-new"),
            messageId: status,
            change: { status }
          })
        )
        const { activity, addsUp, pending, stays } = yield* seen(1)
        assert.deepStrictEqual([stays["stay-new"], pending, addsUp], [`${status} 125`, 250, true])
        assert.deepStrictEqual(activity, ["earn pending 125", "earn pending 125"])
      }
      yield* atTime(start)(
        addReservation({ ...quoted, externalId: ReservationXid.make("stay-newer"), status: "confirmed" })
      )
      assert.strictEqual((yield* seen(1)).pending, 375)
    })
  )

  it.effect("DOMAIN 6.1: points are cancelled without a spend, pending once it is set, and follow its changes", () =>
    Effect.gen(function* () {
      yield* change(2, { spend: null })
      const unknown = yield* seen(2)
      assert.deepStrictEqual([unknown.stays["stay-2"], unknown.pending], ["confirmed 0", 0])
      // The cancelled item keeps its last amount.
      assert.deepStrictEqual(unknown.activity, ["earn cancelled 125"])
      yield* change(2, { spend: { minor: 20_000, currency: "EUR" } })
      yield* change(2, { spend: { minor: 40_000, currency: "EUR" } })
      const applied = yield* seen(2)
      assert.deepStrictEqual(applied.activity, ["earn pending 500", "earn cancelled 125"])
      assert.deepStrictEqual([applied.stays["stay-2"], applied.pending, applied.addsUp], ["confirmed 500", 500, true])
    })
  )

  it.effect("DOMAIN 6.1, 4.3: cancelling a stay cancels its pending points, and reinstating it adds new ones", () =>
    Effect.gen(function* () {
      yield* change(3, { status: "cancelled", pmsStatus: "cancelled" })
      const cancelled = yield* seen(3)
      assert.deepStrictEqual(cancelled.activity, ["earn cancelled 125"])
      assert.deepStrictEqual([cancelled.stays["stay-3"], cancelled.pending], ["cancelled 0", 0])
      yield* change(3, { status: "confirmed", pmsStatus: "confirmed" })
      const reinstated = yield* seen(3)
      assert.deepStrictEqual(reinstated.activity, ["earn pending 125", "earn cancelled 125"])
      assert.deepStrictEqual([reinstated.pending, reinstated.addsUp], [125, true])
    })
  )

  it.effect(
    "DOMAIN 6.1: checked_in, in_house, checked_out and unknown statuses keep points pending; no_show cancels them",
    () =>
      Effect.gen(function* () {
        for (const pmsStatus of ["checked_in", "in_house", "checked_out", "unheard_of"]) {
          yield* change(4, { status: "other", pmsStatus })
          assert.deepStrictEqual((yield* seen(4)).activity, ["earn pending 125"])
        }
        yield* change(4, { pmsStatus: "no_show" })
        const { activity, pending, stays } = yield* seen(4)
        assert.deepStrictEqual([stays["stay-4"], pending, activity], ["other 0", 0, ["earn cancelled 125"]])
      })
  )

  it.effect("DOMAIN 6.1, MEM-047: new dates change the points at once", () =>
    Effect.gen(function* () {
      yield* change(5, { checkIn: "2026-04-05", checkOut: "2026-04-07" })
      const { activity, addsUp, pending } = yield* seen(5)
      assert.deepStrictEqual([activity, pending, addsUp], [["earn pending 250"], 250, true])
    })
  )

  it.effect("DOMAIN 6.1: pending points move with the stay to another member, and are cancelled if it has none", () =>
    Effect.gen(function* () {
      yield* change(6, { memberId: MemberId.make(7) })
      const [former, present] = [yield* seen(6), yield* seen(7)]
      assert.deepStrictEqual([former.activity, former.pending, former.stays], [[], 0, {}])
      assert.deepStrictEqual(present.activity, ["earn pending 125", "earn pending 125"])
      assert.deepStrictEqual([present.pending, present.addsUp], [250, true])
      yield* change(6, { memberId: null })
      const left = yield* seen(7)
      assert.deepStrictEqual([...left.activity].toSorted(), ["earn cancelled 125", "earn pending 125"])
      assert.deepStrictEqual([left.pending, left.addsUp], [125, true])
      yield* change(6, { memberId: MemberId.make(6) })
      assert.deepStrictEqual((yield* seen(6)).activity, ["earn pending 125"])
    })
  )

  it.effect("DOMAIN 6.1: a message without changes does nothing; one about an unknown stay is ReservationMissing", () =>
    Effect.gen(function* () {
      const before = yield* seen(8)
      yield* change(8, { status: "confirmed", spend: { minor: 10_000, currency: "EUR" } })
      assert.deepStrictEqual(yield* seen(8), before)
      assert.deepStrictEqual(yield* Effect.flip(change(99, { status: "cancelled" })), new ReservationMissing())
    })
  )
})

/** Members 1, 2, 3 and 5 hold the points of their finalised stays, member 4 has spent them, member 6 has no stay, and
 * that of member 8 earned nothing. */
const corrections = staysDataset({
  members: [1, 2, 3, 4, 5, 6, 8].flatMap((id) => member(id)),
  enrolments: [1, 2, 3, 4, 5, 6, 8].map((id) => enrolment(id, 1, 2)),
  reservations: [
    ...[1, 2, 3, 4, 5].map((id) =>
      stay(id, { memberId: MemberId.make(id), ...finalised, basePoints: 100, totalPoints: 125 })
    ),
    ...[7, 8].map((id) =>
      stay(id, {
        memberId: id === 7 ? null : MemberId.make(id),
        ...finalised,
        checkIn: "2025-06-01",
        checkOut: "2025-06-03",
        spendMinor: 0,
        basePoints: 0,
        multiplier: decimal("1.00"),
        totalPoints: 0,
        givenUp: id === 7
      })
    )
  ],
  wallets: [
    ...[1, 2, 3, 5].map((id) => ({ ...wallet(id), validBalance: 125, entryCount: 1, activityCount: 1 })),
    wallet(4),
    wallet(6),
    wallet(8)
  ],
  walletEntries: [1, 2, 3, 5].map((id) => ({
    id: `entry-${id}`,
    memberId: MemberId.make(id),
    groupId: `group-${id}`,
    type: "EARN" as const,
    asset: "VALID" as const,
    points: 125,
    movements: [{ lotId: `lot-${id}`, points: 125 }],
    description: "Stay at Venue V1",
    sourceType: "reservation",
    sourceId: `stay-${id}`,
    fulfillmentId: null,
    reservationId: ReservationId.make(id),
    transferId: null,
    correctionId: null,
    reversesEntryId: null,
    metadata: {},
    createdAt: finalised.finalizedAt
  })),
  walletLots: [1, 2, 3, 5].map((id) => ({
    id: `lot-${id}`,
    memberId: MemberId.make(id),
    asset: "VALID" as const,
    original: 125,
    remaining: 125,
    expiresAt: DateTime.add(start, { days: 300 }),
    sourceEntryId: `entry-${id}`,
    createdAt: finalised.finalizedAt
  })),
  walletActivity: [1, 2, 3, 5].map((id) => ({
    ...pendingEarn(id, id),
    status: "completed" as const,
    amount: 125,
    entryId: `entry-${id}`
  }))
})

twins("changeReservation, after the stay was finalised", twin, corrections, (it) => {
  it.effect(
    "DOMAIN 6.1, MEM-048: each correction is one ADJUST entry, a repeated message none; the stay's figures remain",
    () =>
      Effect.gen(function* () {
        yield* change(1, { spend: { minor: 18_000, currency: "EUR" } }, "first")
        const more = yield* seen(1)
        assert.deepStrictEqual(more.transactions, ["ADJUST 100", "EARN 125"])
        assert.deepStrictEqual([more.stays["stay-1"], more.spendable, more.addsUp], ["other 125 final", 225, true])
        // The PMS sends the same message again.
        yield* change(1, { spend: { minor: 18_000, currency: "EUR" } }, "first")
        yield* change(1, { spend: { minor: 8000, currency: "EUR" } }, "second")
        assert.deepStrictEqual((yield* seen(1)).transactions, ["ADJUST -125", "ADJUST 100", "EARN 125"])
        yield* change(1, { status: "cancelled", pmsStatus: "cancelled" }, "third")
        const none = yield* seen(1)
        assert.deepStrictEqual([none.stays["stay-1"], none.spendable, none.addsUp], ["cancelled 125 final", 0, true])
        assert.strictEqual(none.transactions[0], "ADJUST -100")
      })
  )

  it.effect(
    "DOMAIN 6.1: a correction debits points that are no longer earned, and audits points, adjustment and shortfall",
    () =>
      Effect.gen(function* () {
        // Stay 2 still earns 25 points, stay 3 none.
        yield* change(2, { spend: { minor: 2000, currency: "EUR" } }, "down")
        yield* change(3, { pmsStatus: "no_show" }, "gone")
        assert.deepStrictEqual((yield* seen(3)).transactions, ["ADJUST -125", "EARN 125"])
        const { spendable, transactions } = yield* seen(2)
        assert.deepStrictEqual([spendable, transactions], [25, ["ADJUST -100", "EARN 125"]])
        const audit = yield* AuditLog
        const [entry] = yield* audit.list("reservation:stay-2")
        assert.deepStrictEqual(
          [entry?.action, entry?.before, entry?.after],
          ["reservation.corrected", { points: 125 }, { points: 25, adjusted: -100, shortfall: 0 }]
        )
      })
  )

  it.effect("DOMAIN 6.1: after a change of member, corrections concern the member who holds the points", () =>
    Effect.gen(function* () {
      yield* atTime(start)(grant(6, 500))
      yield* change(5, { memberId: MemberId.make(6) }, "moved")
      yield* change(5, { status: "cancelled" }, "moved and cancelled")
      const [earned, linked] = [yield* seen(5), yield* seen(6)]
      assert.deepStrictEqual(linked.transactions, ["ADJUST 500"])
      assert.strictEqual(earned.transactions[0], "ADJUST -125")
      yield* change(5, { memberId: null }, "unlinked")
      yield* change(5, { status: "other" }, "back")
      assert.strictEqual((yield* seen(5)).transactions[0], "ADJUST 125")
    })
  )

  it.effect("DOMAIN 6.1: the zero of a stay that was finalised for lack of a member is final", () =>
    Effect.gen(function* () {
      yield* change(7, { memberId: MemberId.make(1) }, "late")
      yield* change(7, { spend: { minor: 90_000, currency: "EUR" } }, "late spend")
      const { stays, transactions } = yield* seen(1)
      assert.strictEqual(stays["stay-7"], "other 0 final")
      assert.strictEqual(transactions[0], "ADJUST -100")
    })
  )

  it.effect("DOMAIN 6.1: the zero of a stay whose rules awarded nothing is corrected", () =>
    Effect.gen(function* () {
      yield* change(8, { spend: { minor: 10_000, currency: "EUR" } }, "late spend")
      const { stays, transactions } = yield* seen(8)
      assert.deepStrictEqual([stays, transactions], [{ "stay-8": "other 0 final" }, ["ADJUST 100"]])
    })
  )

  it.effect("DOMAIN 6.1: an empty wallet is not debited, and what was not debited is not refunded", () =>
    Effect.gen(function* () {
      yield* change(4, { status: "cancelled" }, "lost")
      assert.deepStrictEqual((yield* seen(4)).transactions, [])
      yield* change(4, { status: "other" }, "back")
      assert.deepStrictEqual((yield* seen(4)).transactions, [])
      yield* change(4, { spend: { minor: 12_000, currency: "EUR" } }, "more")
      assert.deepStrictEqual((yield* seen(4)).transactions, ["ADJUST 25"])
      const audit = yield* AuditLog
      const [entry] = yield* audit.list("reservation:stay-4")
      assert.deepStrictEqual(entry?.after, { points: 0, adjusted: 0, shortfall: 125 })
    })
  )

  it.effect("DOMAIN 6.1: what a wallet lacked is not collected by later corrections, up or down", () =>
    Effect.gen(function* () {
      yield* change(4, { spend: { minor: 8000, currency: "EUR" } })
      assert.deepStrictEqual((yield* seen(4)).transactions, ["ADJUST -25", "ADJUST 25"])
      yield* atTime(start)(grant(4, 500))
      yield* change(4, { spend: { minor: 8800, currency: "EUR" } })
      assert.strictEqual((yield* seen(4)).transactions[0], "ADJUST 500")
      yield* change(4, { spend: { minor: 4000, currency: "EUR" } })
      assert.strictEqual((yield* seen(4)).transactions[0], "ADJUST -60")
      yield* change(4, { spend: { minor: 12_000, currency: "EUR" } })
      assert.strictEqual((yield* seen(4)).transactions[0], "ADJUST 85")
      const audit = yield* AuditLog
      assert.deepStrictEqual(
        (yield* audit.list("reservation:stay-4")).slice(-3).map(({ after }) => after),
        [
          { points: 100, adjusted: -25, shortfall: 25 },
          { points: 50, adjusted: -60, shortfall: 15 },
          { points: 150, adjusted: 85, shortfall: 0 }
        ]
      )
    })
  )
})

/** Since their stays were finalised, the members left program 1 for a higher tier of program 2, which began after them. */
const inNewProgram = {
  ...corrections,
  enrolments: [1, 2].map((id) => enrolment(id, 2, 3)),
  earningRules: [version(1, 1, "2025-01-01", rule("1")), version(2, 1, "2026-03-05", rule("2"))]
}

twins("changeReservation, after the member's program changed", twin, inNewProgram, (it) => {
  it.effect("DOMAIN 6.1: a cancelled stay is debited what it earned, a reinstated one is credited it again", () =>
    Effect.gen(function* () {
      yield* change(1, { status: "cancelled", pmsStatus: "cancelled" }, "lost")
      const { addsUp, spendable, transactions } = yield* seen(1)
      assert.deepStrictEqual([spendable, addsUp, transactions], [0, true, ["ADJUST -125", "EARN 125"]])
      yield* change(1, { status: "other", pmsStatus: "checked_out" }, "back")
      assert.deepStrictEqual((yield* seen(1)).transactions[0], "ADJUST 125")
    })
  )

  it.effect("DOMAIN 6.1: another spend changes nothing without rules, and no spend debits what was earned", () =>
    Effect.gen(function* () {
      yield* change(2, { spend: { minor: 20_000, currency: "EUR" } }, "more")
      assert.deepStrictEqual((yield* seen(2)).transactions, ["EARN 125"])
      yield* change(2, { spend: null }, "none")
      assert.deepStrictEqual((yield* seen(2)).transactions, ["ADJUST -125", "EARN 125"])
    })
  )
})

/** The members have since joined program 2, whose rules cover their stays as well and whose tier is higher. */
const inBothPrograms = {
  ...corrections,
  enrolments: [1, 2].flatMap((id) => [enrolment(id, 1, 1), enrolment(id, 2, 3)]),
  reservations: corrections.reservations.map((row) => ({ ...row, programId: ProgramId.make(1) })),
  earningRules: [version(1, 1, "2025-01-01", rule("1")), version(2, 1, "2025-01-01", rule("3"))]
}

twins("changeReservation, after the member joined another program", twin, inBothPrograms, (it) => {
  it.effect("DOMAIN 6.1: corrections follow the rules of the program that gave the points", () =>
    Effect.gen(function* () {
      yield* change(1, { spend: { minor: 11_000, currency: "EUR" } }, "more")
      assert.deepStrictEqual((yield* seen(1)).transactions, ["ADJUST 13", "EARN 125"])
      yield* change(1, { status: "cancelled", pmsStatus: "cancelled" }, "lost")
      yield* change(1, { status: "other", pmsStatus: "checked_out" }, "back")
      const { addsUp, spendable, transactions } = yield* seen(1)
      assert.deepStrictEqual([spendable, addsUp], [138, true])
      assert.deepStrictEqual(transactions.slice(0, 2), ["ADJUST 138", "ADJUST -138"])
    })
  )
})

const claimed = staysDataset({
  ...offers.rows,
  enrolments: [enrolment(1, 1, 2)],
  reservations: [stay(1, coming), stay(2, coming)],
  wallets: [wallet(1)],
  walletActivity: [pendingEarn(1, 1), pendingEarn(2, 1)]
})

twins("changeReservation, with claims", twin, claimed, (it) => {
  it.effect("DOMAIN 5.1, 6.1: cancelling a stay cancels and refunds the claims that need it, and no others", () =>
    Effect.gen(function* () {
      yield* atTime(start)(grant(1, 1000))
      const [gift, breakfast, elsewhere] = yield* atTime(start)(
        Effect.all([
          claim(1, offers.gift, { reservationId: ReservationXid.make("stay-1") }),
          claim(1, offers.breakfast, { reservationId: ReservationXid.make("stay-1") }),
          claim(1, offers.gift, { reservationId: ReservationXid.make("stay-2") })
        ])
      )
      assert.strictEqual((yield* seen(1)).spendable, 1000 - 120 - 300 - 120)
      yield* change(1, { status: "cancelled" })
      const statusOf = (id: string) =>
        Effect.map(atTime(start)(asMember(1)(getFulfillment(FulfillmentId.make(id)))), ({ status }) => status)
      assert.deepStrictEqual(
        [yield* statusOf(gift), yield* statusOf(breakfast), yield* statusOf(elsewhere)],
        ["cancelled", "claimed", "claimed"]
      )
      const { addsUp, spendable } = yield* seen(1)
      assert.deepStrictEqual([spendable, addsUp], [1000 - 300 - 120, true])
    })
  )
})
