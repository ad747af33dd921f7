import { assert } from "@effect/vitest"
import { DateTime, Effect, Option, Stream } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { ProgramId } from "../../src/domain/programs/Program.ts"
import { ReservationId } from "../../src/domain/reservations/Reservation.ts"
import { EarningStays } from "../../src/domain/simulation/EarningStays.ts"
import { simulateEarnings } from "../../src/domain/simulation/simulateEarnings.ts"
import type { WalletEntry } from "../../src/domain/wallet/Wallet.ts"
import * as EarningStaysLayer from "../../src/layers/repositories/EarningStaysLayer.ts"
import { atTime } from "../support/atTime.ts"
import {
  campaign,
  decimal,
  enrolment,
  finalised,
  member,
  rule,
  start,
  stay,
  staysDataset,
  wallet
} from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"

const [none, other, closed] = [MemberId.make(2), MemberId.make(3), MemberId.make(4)] as const

const correction = (reservationId: number, points: number, memberId = 1): WalletEntry => ({
  id: `correction-${reservationId}-${points}`,
  memberId: MemberId.make(memberId),
  groupId: "group",
  type: "ADJUST",
  asset: "VALID",
  points,
  movements: [],
  description: "Correction",
  sourceType: "adjustment",
  sourceId: "message",
  fulfillmentId: null,
  reservationId: ReservationId.make(reservationId),
  transferId: null,
  correctionId: `message-${reservationId}-${points}`,
  reversesEntryId: null,
  metadata: {},
  createdAt: start
})

/** Member 1 has tier 2 of program 1, `other` tier 3 of program 2. Today is 10 March at V1. */
const dataset = staysDataset({
  members: [...member(1), ...member(2), ...member(3), ...member(4, { status: "closed", closedAt: start })],
  enrolments: [enrolment(1, 1, 2), enrolment(3, 2, 3), enrolment(4, 1, 1)],
  wallets: [wallet(1)],
  pointMultipliers: [campaign(1, "2026-02-01T00:00:00Z", "2026-02-02T23:59:59Z")],
  reservations: [
    stay(1, { checkIn: "2026-02-01", checkOut: "2026-02-04" }),
    stay(2, finalised),
    stay(3, { checkOut: "2026-03-10" }),
    stay(4, { checkIn: "2025-12-01", checkOut: "2025-12-10" }),
    stay(5, { checkIn: "2025-12-01", checkOut: "2025-12-09" }),
    stay(6, { status: "cancelled" }),
    stay(7, { ...finalised, status: "cancelled", checkOut: "2026-03-05" }),
    stay(8, { spendMinor: null, currency: null }),
    stay(9, { organizationId: organizationIds.B, propertyId: venues.W1.id }),
    stay(10, { memberId: other, checkOut: "2026-03-06" }),
    stay(11, { memberId: none, checkOut: "2026-03-07" }),
    stay(12, { ...finalised, memberId: closed, checkOut: "2026-03-08" }),
    stay(13, { memberId: closed, checkOut: "2026-03-09" }),
    stay(14, { memberId: null }),
    stay(15, { pmsStatus: "no_show" }),
    stay(16, { checkOut: null }),
    ...[17, 18].map((id) =>
      stay(id, {
        checkIn: "2025-08-01",
        checkOut: "2025-08-03",
        basePoints: 0,
        multiplier: decimal("1.00"),
        totalPoints: 0,
        finalizedAt: start,
        givenUp: id === 17
      })
    )
  ],
  walletEntries: [
    { ...correction(2, 100), type: "EARN", correctionId: null },
    correction(2, 40),
    correction(2, -15),
    correction(7, -100)
  ]
})

twins("EarningStays", EarningStaysLayer, dataset, (it) => {
  const simulate = Effect.fnUntraced(function* (xid: string, days: number, ...rules: Parameters<typeof rule>[]) {
    const { findProgram } = yield* EarningStays
    const program = Option.getOrThrow(yield* findProgram(xid))
    return yield* simulateEarnings({ program, days, rules: rules.map((each) => rule(...each)) })
  }, atTime(start))

  it.effect("finds a program by its id", () =>
    Effect.gen(function* () {
      const { findProgram } = yield* EarningStays
      const found = Option.map(yield* findProgram("program-2"), ({ id, name, organizationId, xid }) => [
        id,
        name,
        organizationId,
        xid
      ])
      assert.deepStrictEqual(found, Option.some([2, "Program 2", organizationIds.A, "program-2"]))
      assert.isTrue(Option.isNone(yield* findProgram("Program-2")))
    })
  )

  it.effect("DOMAIN 6.1, MEM-047: lists and counts stays of the last 90 days that may earn, earliest first", () =>
    Effect.gen(function* () {
      const { count, snapshot, stays } = yield* EarningStays
      const period = { organizationId: organizationIds.A, days: 90, now: start }
      const rows = yield* snapshot(Stream.runCollect(stays({ ...period, programId: ProgramId.make(1) })))
      assert.deepStrictEqual(
        rows.map(({ corrected, externalId, facts, tier }) => [
          externalId,
          facts.program?.id,
          tier?.name ?? null,
          corrected,
          facts.stored?.totalPoints ?? null
        ]),
        [
          ["stay-4", 1, "Tier 2", 0, null],
          ["stay-1", 1, "Tier 2", 0, null],
          ["stay-2", 1, "Tier 2", 25, 100],
          ["stay-7", 1, "Tier 2", -100, 100],
          ["stay-10", 2, null, 0, null],
          ["stay-11", 1, null, 0, null],
          ["stay-12", 1, "Tier 1", 0, 100],
          ["stay-13", 1, "Tier 1", 0, null]
        ]
      )
      assert.deepStrictEqual([rows[1]?.tier, rows[1]?.facts.campaigns.length], [{ name: "Tier 2", level: 2 }, 1])
      assert.strictEqual(yield* count(period), rows.length)
      const tomorrow = { ...period, now: DateTime.add(start, { days: 1 }) }
      const next = yield* snapshot(Stream.runCollect(stays({ ...tomorrow, programId: ProgramId.make(1) })))
      assert.deepStrictEqual([next[0]?.externalId, next.at(-1)?.externalId], ["stay-1", "stay-3"])
    })
  )

  it.effect("MEM-045, MEM-046: compares earned points with those of other rules, at each stay's multiplier", () =>
    Effect.gen(function* () {
      const { largest, tiers, totals } = yield* simulate("program-1", 90, ["3", { maxPointsPerStay: 250 }])
      assert.deepStrictEqual(
        largest.map(({ after, before, difference, reservationId, tier }) => [
          reservationId,
          tier,
          before,
          after,
          difference
        ]),
        [
          ["stay-1", "Tier 2", 250, 625, 375],
          ["stay-12", "Tier 1", 100, 313, 213],
          ["stay-2", "Tier 2", 125, 313, 188],
          ["stay-4", "Tier 2", 125, 313, 188],
          ["stay-11", null, 100, 250, 150]
        ]
      )
      assert.deepStrictEqual(tiers, [
        { tier: "Tier 1", stays: 1, before: 100, after: 313, difference: 213 },
        { tier: "Tier 2", stays: 4, before: 500, after: 1251, difference: 751 },
        { tier: null, stays: 1, before: 100, after: 250, difference: 150 }
      ])
      assert.deepStrictEqual(totals, { stays: 6, before: 700, after: 1814, difference: 1114 })
    })
  )

  it.effect("simulates only stays of the requested days and program", () =>
    Effect.gen(function* () {
      const few = yield* simulate("program-1", 4, ["0.5", {}])
      assert.deepStrictEqual(
        few.largest.map(({ difference, reservationId }) => [reservationId, difference]),
        [
          ["stay-11", -50],
          ["stay-12", -37]
        ]
      )
      const foreign = yield* simulate("program-2", 90)
      assert.deepStrictEqual(foreign.tiers, [{ tier: "Tier 3", stays: 1, before: 150, after: 0, difference: -150 }])
      assert.deepStrictEqual(yield* simulate("program-2", 1), {
        program: { id: "program-2", name: "Program 2" },
        days: 1,
        totals: { stays: 0, before: 0, after: 0, difference: 0 },
        tiers: [],
        largest: []
      })
    })
  )

  it.effect("DOMAIN 6.1: leaves out a stay that was closed without points, not one whose rules awarded none", () =>
    Effect.gen(function* () {
      const { count, snapshot, stays } = yield* EarningStays
      const period = { organizationId: organizationIds.A, days: 365, now: start }
      const rows = yield* snapshot(Stream.runCollect(stays({ ...period, programId: ProgramId.make(1) })))
      const old = rows.filter(({ facts }) => facts.checkIn === "2025-08-01")
      assert.deepStrictEqual(
        old.map(({ externalId }) => externalId),
        ["stay-18"]
      )
      assert.strictEqual(yield* count(period), rows.length)
    })
  )

  it.effect("lists only stays whose points differ, ten at most", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* simulate("program-2", 90, ["1", {}])).largest, [])
      assert.isAtMost((yield* simulate("program-1", 3660)).largest.length, 10)
    })
  )
})
