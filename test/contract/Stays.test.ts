import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect, Layer, Option } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { ReservationTaken } from "../../src/domain/reservations/ReservationErrors.ts"
import { type DueKind, type DuePosition, Stays } from "../../src/domain/reservations/Stays.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { adjustPoints } from "../../src/domain/wallet/adjustPoints.ts"
import { moveWallet } from "../../src/domain/wallet/moveWallet.ts"
import * as StaysLayer from "../../src/layers/repositories/StaysLayer.ts"
import * as WalletsLayer from "../../src/layers/repositories/WalletsLayer.ts"
import * as UlidsLayer from "../../src/layers/UlidsLayer.ts"
import { atTime } from "../support/atTime.ts"
import { finalised, member, pendingEarn, start, stay, staysDataset, wallet } from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"

const twin = {
  layerMemory: Layer.mergeAll(StaysLayer.layerMemory, WalletsLayer.layerMemory, UlidsLayer.layer),
  layerSql: Layer.mergeAll(StaysLayer.layerSql, WalletsLayer.layerSql, UlidsLayer.layer)
}

const { id: _, ...newStay } = stay(1, { externalId: ReservationXid.make("new") })

twins("Stays", twin, staysDataset({ reservations: [stay(1), stay(2, finalised)] }), (it) => {
  const get = Effect.fnUntraced(function* (id: number) {
    const stays = yield* Stays
    return Option.getOrThrow(yield* stays.findForUpdate({ id: ReservationId.make(id), now: start }))
  }, atomically)

  it.effect("DOMAIN 6: finds a stay by its external id, only in its organization", () =>
    Effect.gen(function* () {
      const stays = yield* Stays
      const key = { organizationId: organizationIds.A, externalId: ReservationXid.make("stay-1") }
      assert.deepStrictEqual(
        yield* stays.find(key),
        Option.some({ id: ReservationId.make(1), memberId: MemberId.make(1), holderId: null })
      )
      assert.deepStrictEqual(yield* stays.find({ ...key, organizationId: organizationIds.B }), Option.none())
    })
  )

  it.effect("MEM-047: locks a stay with its venue and its facts, even if finalised", () =>
    Effect.gen(function* () {
      const { facts, propertyName, row, timezone } = yield* get(2)
      assert.deepStrictEqual([propertyName, timezone], ["Venue V1", "Europe/Lisbon"])
      assert.deepStrictEqual(row.finalizedAt, finalised.finalizedAt)
      assert.strictEqual(BigDecimal.format(row.multiplier ?? BigDecimal.fromBigInt(0n)), "1.25")
      assert.deepStrictEqual(
        [facts.stored?.totalPoints, facts.rules.length, facts.program],
        [100, 1, { id: 1, pointsExpiryMonths: 12 }]
      )
      assert.deepStrictEqual(
        yield* atomically(Stays.use((all) => all.findForUpdate({ id: ReservationId.make(99), now: start }))),
        Option.none()
      )
    })
  )

  it.effect("DOMAIN 6: an external id is unique within an organization", () =>
    Effect.gen(function* () {
      const stays = yield* Stays
      const id = yield* stays.insert(newStay)
      const { row } = yield* get(id)
      assert.deepStrictEqual(row, { ...newStay, id })
      assert.deepStrictEqual(
        yield* Effect.flip(stays.insert(newStay)),
        new ReservationTaken({ externalId: ReservationXid.make("new") })
      )
      const elsewhere = { organizationId: organizationIds.B, propertyId: venues.W1.id }
      assert.isAbove(yield* stays.insert({ ...newStay, ...elsewhere }), 0)
    })
  )

  it.effect("DOMAIN 6.1: updates every mutable column, and no other", () =>
    Effect.gen(function* () {
      const stays = yield* Stays
      const { row } = yield* get(1)
      const changed = {
        ...row,
        propertyId: venues.V2.id,
        memberId: null,
        status: "cancelled" as const,
        pmsStatus: null,
        confirmationCode: "OTHER",
        checkIn: null,
        checkOut: null,
        guestCount: 7,
        bookingChannel: null,
        guestLastName: "Name",
        guestEmail: "a@example.com",
        spendMinor: 5_000_000_000,
        currency: "USD",
        ...finalised,
        updatedAt: start
      }
      yield* stays.update({ ...changed, externalId: ReservationXid.make("other"), createdAt: start })
      const { multiplier, ...rest } = (yield* get(1)).row
      assert.strictEqual(multiplier === null ? "" : BigDecimal.format(multiplier), "1.25")
      assert.deepStrictEqual({ ...rest, multiplier: changed.multiplier }, changed)
      yield* stays.update(row)
      assert.deepStrictEqual((yield* get(1)).row, row)
    })
  )

  it.effect("DOMAIN 6.1: fails for amounts without finalizedAt", () =>
    Effect.gen(function* () {
      const stays = yield* Stays
      const { row } = yield* get(1)
      const exit = yield* Effect.exit(atomically(stays.update({ ...row, ...finalised, finalizedAt: null })))
      assert.strictEqual(exit._tag, "Failure")
    })
  )

  it.effect("DOMAIN 6.1: sums the corrections of a stay", () =>
    Effect.gen(function* () {
      const stays = yield* Stays
      const correct = (correctionId: string, points: number) =>
        atTime(start)(
          atomically(
            moveWallet(MemberId.make(1), (move) =>
              Effect.succeed(
                adjustPoints(move, {
                  correctionId,
                  asset: "VALID",
                  points,
                  description: "Correction",
                  reservationId: ReservationId.make(2),
                  expiresAt: DateTime.add(start, { days: 9 })
                })
              )
            )
          )
        )
      assert.strictEqual(yield* stays.getCorrected(ReservationId.make(2)), 0)
      yield* correct("a", 70)
      yield* correct("b", -30)
      assert.strictEqual(yield* stays.getCorrected(ReservationId.make(2)), 40)
      assert.strictEqual(yield* stays.getCorrected(ReservationId.make(1)), 0)
    })
  )

  it.effect("DOMAIN 6.1: a finalised stay names the member who was credited for it, whoever it is linked to", () =>
    Effect.gen(function* () {
      const stays = yield* Stays
      const { facts, row } = yield* get(2)
      yield* stays.update({ ...row, memberId: null })
      const key = { organizationId: organizationIds.A, externalId: ReservationXid.make("stay-2") }
      const held = { id: ReservationId.make(2), memberId: null, holderId: MemberId.make(1) }
      assert.deepStrictEqual(yield* stays.find(key), Option.some(held))
      assert.deepStrictEqual((yield* get(2)).facts, facts)
    })
  )
})

/** Noon of the 10th in Lisbon: still the 10th in New York, and 21:00 in Tokyo. */
const due = [
  stay(1, { checkOut: "2026-03-09" }),
  stay(2, { checkOut: "2026-03-10" }),
  stay(3, { checkOut: "2026-03-08", pmsStatus: "in_house" }),
  stay(4, { checkOut: "2026-03-07", pmsStatus: "in_house" }),
  stay(5, { checkOut: "2026-03-07", pmsStatus: null, status: "confirmed" }),
  stay(6, { status: "cancelled" }),
  stay(7, { pmsStatus: "no_show" }),
  stay(8, { status: "inquiry" }),
  stay(9, finalised),
  stay(10, { memberId: null }),
  stay(11, { spendMinor: null, currency: null }),
  stay(12, { memberId: null, checkIn: "2025-09-01", checkOut: "2025-09-11" }),
  stay(13, { memberId: null, checkIn: "2025-09-01", checkOut: "2025-09-10" }),
  stay(14, { spendMinor: null, currency: null, checkIn: "2025-09-01", checkOut: "2025-09-09" }),
  stay(15, { memberId: null, status: "cancelled", checkIn: "2025-09-01", checkOut: "2025-09-09" }),
  stay(16, { memberId: MemberId.make(2) }),
  stay(17, { status: "inquiry", checkIn: null, checkOut: null }),
  stay(18, { status: "pending", pmsStatus: "optional" })
]

const notified = [6, 7, 8, 9, 16, 17]

twins(
  "Stays, due",
  twin,
  staysDataset({
    members: [...member(1), ...member(2, { status: "closed", closedAt: start })],
    reservations: due,
    wallets: [wallet(1), wallet(2)],
    walletActivity: notified.map((id) => pendingEarn(id, id === 16 ? 2 : 1))
  }),
  (it) => {
    const list = (
      kind: DueKind,
      { after, limit = 100, now = start }: { after?: DuePosition; limit?: number; now?: DateTime.Utc } = {}
    ) => Stays.use((stays) => stays.listDue({ kind, now, after, limit }))

    const ids = (...of: Parameters<typeof list>) => Effect.map(list(...of), (stays) => stays.map(({ id }) => id))

    it.effect(
      "DOMAIN 6.1: earning is due the day after a check-out reported by the PMS, else three days after the planned one",
      () =>
        Effect.gen(function* () {
          // 16 is of a closed account: due like any other, it earns nothing.
          assert.deepStrictEqual(yield* ids("earning"), [16, 4, 5, 1])
          assert.deepStrictEqual((yield* list("earning"))[0], {
            id: ReservationId.make(16),
            memberId: MemberId.make(2),
            checkOut: "2026-03-03"
          })
        })
    )

    it.effect("DOMAIN 6.1: earning is due by the venue's local date", () =>
      Effect.gen(function* () {
        const lisbonMidnight = DateTime.makeUnsafe("2026-03-11T00:00:00Z")
        assert.deepStrictEqual(
          yield* ids("earning", { now: DateTime.subtract(lisbonMidnight, { seconds: 1 }) }),
          [16, 4, 5, 1]
        )
        assert.deepStrictEqual(yield* ids("earning", { now: lisbonMidnight }), [16, 4, 5, 3, 1, 2])
      })
    )

    it.effect("DOMAIN 6.1: a stay without a member or a spend is due 180 days after check-out", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ids("unknown"), [14, 13])
        assert.deepStrictEqual(yield* ids("unknown", { now: DateTime.add(start, { days: 1 }) }), [14, 13, 12])
      })
    )

    it.effect("DOMAIN 6.1: lists stays with pending points that may no longer earn", () =>
      Effect.gen(function* () {
        const found = yield* list("calledOff")
        assert.deepStrictEqual(
          found.map(({ id }) => id),
          [17, 6, 7, 8]
        )
        assert.deepStrictEqual(found[1], {
          id: ReservationId.make(6),
          memberId: MemberId.make(1),
          checkOut: "2026-03-03"
        })
      })
    )

    it.effect("MEM-048: every list continues after a stay, and stops at the limit", () =>
      Effect.gen(function* () {
        for (const [kind, all] of [
          ["earning", [16, 4, 5, 1]],
          ["unknown", [14, 13]],
          ["calledOff", [17, 6, 7, 8]]
        ] as const) {
          const walked: Array<number> = []
          let page = yield* list(kind, { limit: 1 })
          for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
            walked.push(last.id)
            page = yield* list(kind, { limit: 1, after: last })
          }
          assert.deepStrictEqual(walked, [...all])
        }
      })
    )

    it.effect("DOMAIN 4.5: lists a member's stays with pending points, by internal id", () =>
      Effect.gen(function* () {
        const stays = yield* Stays
        assert.deepStrictEqual(yield* stays.listByPendingEarn(MemberId.make(1)), [
          ReservationId.make(6),
          ReservationId.make(7),
          ReservationId.make(8),
          ReservationId.make(9),
          ReservationId.make(17)
        ])
        assert.deepStrictEqual(yield* stays.listByPendingEarn(MemberId.make(2)), [ReservationId.make(16)])
      })
    )
  }
)
