import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect, Option } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { pointsOf } from "../../src/domain/reservations/StayPoints.ts"
import { StayViews, type StayViewsQuery } from "../../src/domain/reservations/StayViews.ts"
import * as StayViewsLayer from "../../src/layers/repositories/StayViewsLayer.ts"
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
  version
} from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"

const days = (ago: number) => DateTime.subtract(start, { days: ago })

/** Member 1's stays, newest first: 4, then 2 and 3 of one instant, then 1; 5 has no dates, 6 is another's. */
const listed = [
  stay(1, { checkIn: "2026-03-10", checkOut: "2026-03-12", status: "confirmed", createdAt: days(9) }),
  stay(2, { checkIn: "2026-03-05", checkOut: "2026-03-20", status: "pending", createdAt: days(5) }),
  stay(3, { checkIn: "2026-03-05", checkOut: "2026-03-06", status: "cancelled", createdAt: days(5) }),
  stay(4, { checkIn: "2026-03-08", checkOut: "2026-03-12", status: "inquiry", createdAt: days(1) }),
  stay(5, { checkIn: null, checkOut: null }),
  stay(6, { memberId: MemberId.make(2) })
]

twins(
  "StayViews",
  StayViewsLayer,
  staysDataset({ members: [...member(1), ...member(2)], reservations: listed }),
  (it) => {
    const list = (query: Partial<StayViewsQuery> = {}) =>
      Effect.map(
        StayViews.use((reservations) =>
          reservations.list({
            memberId: MemberId.make(1),
            from: undefined,
            to: undefined,
            status: undefined,
            sortBy: "id",
            limit: 20,
            offset: 0,
            now: start,
            ...query
          })
        ),
        ({ items, total }) => ({ ids: items.map(({ id }) => id), total })
      )

    it.effect("MEM-038, MEM-040, MEM-043: lists a member's stays with dates, newest first, ties by internal id", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* list(), { ids: [4, 3, 2, 1], total: 4 })
        assert.deepStrictEqual(yield* list({ memberId: MemberId.make(2) }), { ids: [6], total: 1 })
        assert.deepStrictEqual(yield* list({ memberId: MemberId.make(3) }), { ids: [], total: 0 })
      })
    )

    it.effect("MEM-040: sorts by dates, earliest first, ties by internal id", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* list({ sortBy: "checkInDate" })).ids, [2, 3, 4, 1])
        assert.deepStrictEqual((yield* list({ sortBy: "checkOutDate" })).ids, [3, 1, 4, 2])
      })
    )

    it.effect("MEM-039: dateFrom is the first check-in, dateTo the last check-out, both included", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* list({ from: "2026-03-08" })).ids, [4, 1])
        assert.deepStrictEqual((yield* list({ from: "2026-03-09" })).ids, [1])
        assert.deepStrictEqual((yield* list({ to: "2026-03-12" })).ids, [4, 3, 1])
        assert.deepStrictEqual((yield* list({ to: "2026-03-11" })).ids, [3])
        assert.deepStrictEqual(yield* list({ from: "2026-03-05", to: "2026-03-12", status: "cancelled" }), {
          ids: [3],
          total: 1
        })
      })
    )

    it.effect("MEM-041, MEM-042: filters by status and pages; the total counts the matches", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* list({ status: "inquiry" }), { ids: [4], total: 1 })
        assert.deepStrictEqual(yield* list({ limit: 2, offset: 1 }), { ids: [3, 2], total: 4 })
        assert.deepStrictEqual(yield* list({ limit: 2, offset: 9 }), { ids: [], total: 4 })
      })
    )

    it.effect("MEM-043, MEM-044: returns a stay with its venue and its brand", () =>
      Effect.gen(function* () {
        const reservations = yield* StayViews
        const found = yield* reservations.findByMember({
          memberId: MemberId.make(1),
          externalId: ReservationXid.make("stay-1"),
          now: start
        })
        const { facts: _, ...summary } = Option.getOrThrow(found)
        const { property, ...own } = summary
        assert.deepStrictEqual(own, {
          id: ReservationId.make(1),
          memberId: MemberId.make(1),
          externalId: ReservationXid.make("stay-1"),
          status: "confirmed",
          confirmationCode: "CODE1",
          guestCount: 2,
          bookingChannel: "direct",
          guestLastName: null,
          guestEmail: null,
          checkIn: "2026-03-10",
          checkOut: "2026-03-12"
        })
        assert.deepStrictEqual(
          [property.id, property.name, property.location, property.brand?.name],
          [venues.V1.id, "Venue V1", "Lisbon, Portugal", "Brand A1"]
        )
        assert.isString(property.imageUrl)
      })
    )
  }
)

const two = { organizationId: organizationIds.B, propertyId: venues.W1.id }

twins(
  "StayViews, looked up by a guest",
  StayViewsLayer,
  staysDataset({
    members: [...member(1), ...member(2)],
    reservations: [
      stay(1, { externalId: ReservationXid.make("same"), confirmationCode: "Ab12" }),
      stay(2, { externalId: ReservationXid.make("same"), ...two, confirmationCode: "AB12" }),
      stay(3, { memberId: MemberId.make(2), confirmationCode: "aB12" }),
      stay(4, { memberId: null, confirmationCode: "AB12", guestEmail: "a@example.com" }),
      stay(5, { memberId: null, confirmationCode: "AB12" }),
      stay(6, { checkIn: null, checkOut: null, confirmationCode: "AB12" }),
      stay(7, { memberId: MemberId.make(2), confirmationCode: "AB12", guestEmail: "a@example.com" }),
      stay(8, { confirmationCode: null }),
      stay(9, { confirmationCode: "ST1K" })
    ]
  }),
  (it) => {
    it.effect("MEM-113: finds a member's own stay by its id, the newer of two, and no one else's", () =>
      Effect.gen(function* () {
        const reservations = yield* StayViews
        const find = (memberId: number, externalId: string) =>
          Effect.map(
            reservations.findByMember({
              memberId: MemberId.make(memberId),
              externalId: ReservationXid.make(externalId),
              now: start
            }),
            Option.map(({ id }) => id)
          )
        assert.deepStrictEqual(yield* find(1, "same"), Option.some(2))
        assert.deepStrictEqual(yield* find(1, "stay-3"), Option.none())
        assert.deepStrictEqual(yield* find(1, "stay-6"), Option.none())
        assert.deepStrictEqual(yield* find(2, "stay-3"), Option.some(3))
      })
    )

    it.effect(
      "MEM-113: lists by confirmation code in any case: own stays first, then those of the guest's e-mail",
      () =>
        Effect.gen(function* () {
          const reservations = yield* StayViews
          const list = (memberId: number, confirmationCode: string, email: string | null = "A@Example.com") =>
            Effect.map(
              reservations.listByConfirmation({
                memberId: MemberId.make(memberId),
                confirmationCode,
                email,
                now: start
              }),
              (stays) => stays.map(({ id }) => id)
            )
          assert.deepStrictEqual(yield* list(1, "ab12"), [2, 1, 7, 4])
          assert.deepStrictEqual(yield* list(2, "AB12"), [7, 3, 4])
          assert.deepStrictEqual(yield* list(1, "AB1"), [])
          assert.deepStrictEqual(yield* list(2, "AB12", "b@example.com"), [7, 3])
          assert.deepStrictEqual(yield* list(1, "ab12", null), [2, 1])
        })
    )

    it.effect("MEM-113: letters beyond ASCII are no other case of a confirmation code", () =>
      Effect.gen(function* () {
        const reservations = yield* StayViews
        const count = (confirmationCode: string) =>
          Effect.map(
            reservations.listByConfirmation({
              memberId: MemberId.make(1),
              confirmationCode,
              email: null,
              now: start
            }),
            ({ length }) => length
          )
        assert.strictEqual(yield* count("st1k"), 1)
        for (const code of ["\ufb061k", "\u017ft1k", "st1\u212a", "st\u01311k"]) {
          assert.strictEqual(yield* count(code), 0, code)
        }
      })
    )
  }
)

/** One stay for each input of points. */
const pointStays = [
  stay(1),
  stay(2, { memberId: MemberId.make(2) }),
  stay(3, { memberId: MemberId.make(3) }),
  stay(4, { memberId: MemberId.make(4) }),
  stay(5, { memberId: MemberId.make(5) }),
  stay(6, { memberId: MemberId.make(6) }),
  stay(7, { memberId: null }),
  stay(8, finalised),
  stay(9, { checkIn: "2026-02-28" }),
  stay(10, { checkIn: "2026-04-01", checkOut: "2026-04-02", status: "confirmed" }),
  stay(11, { checkIn: "2026-04-10", checkOut: "2026-04-12", status: "confirmed" }),
  stay(12, { checkIn: "2026-04-11", checkOut: "2026-04-12", status: "confirmed" }),
  stay(13, { checkIn: "2026-05-01", checkOut: "2026-05-02", status: "confirmed" }),
  stay(14, { checkIn: "2026-05-01", checkOut: "2026-05-02", status: "confirmed", propertyId: venues.V2.id }),
  stay(15, { ...two, memberId: MemberId.make(2) }),
  stay(16, { memberId: MemberId.make(7) }),
  stay(17, { memberId: MemberId.make(8) }),
  stay(18, { bookingChannel: "booking.com" }),
  stay(19, { bookingChannel: null })
]

twins(
  "StayViews, inputs of points",
  StayViewsLayer,
  staysDataset({
    members: [1, 2, 3, 4, 5, 6, 7, 8].flatMap((id) =>
      member(id, id === 5 ? { status: "closed", closedAt: start } : id === 6 ? { status: "suspended" } : {})
    ),
    enrolments: [
      enrolment(1, 1, 2),
      enrolment(2, 1, 1),
      enrolment(2, 2, 3),
      enrolment(2, 3, 2),
      enrolment(3, 1, 3, { status: "ended" }),
      enrolment(4, 1, 3, { tierExpiresAt: start, qualifyingPoints: 1000 }),
      enrolment(5, 1, 3),
      enrolment(6, 1, 3),
      enrolment(7, 1, 2, { tierExpiresAt: DateTime.subtract(start, { seconds: 1 }), qualifyingPoints: 999 }),
      enrolment(8, 1, 1, {
        tierExpiresAt: DateTime.subtract(start, { days: 1 }),
        qualifyingPoints: 9000,
        qualifyingNights: 9
      })
    ],
    earningRules: [
      version(1, 1, "2025-01-01", rule("1")),
      version(1, 2, "2026-03-01", rule("2", { exclusions: ["booking.com"] })),
      version(1, 3, "2026-03-15", rule("3")),
      version(2, 1, "2025-01-01", rule("10")),
      version(3, 1, "2025-01-01", rule("5"))
    ],
    pointMultipliers: [
      campaign(1, "2026-04-01T22:00:00Z", "2026-04-10T01:00:00Z"),
      campaign(2, "2026-05-01T00:00:00Z", "2026-05-01T00:00:00Z", {
        propertyId: venues.V1.id,
        multiplier: decimal("1.50"),
        stacking: "stackable"
      }),
      campaign(3, "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", { organizationId: organizationIds.B })
    ],
    reservations: pointStays
  }),
  (it) => {
    const at = (now: DateTime.Utc) =>
      Effect.fnUntraced(function* (id: number) {
        const reservations = yield* StayViews
        const { externalId, memberId } = pointStays.find((row) => row.id === id) ?? assert.fail()
        if (memberId === null) return "nobody's"
        const found = Option.getOrThrow(yield* reservations.findByMember({ memberId, externalId, now }))
        const { basePoints, finalized, multiplier, totalPoints } = pointsOf(found.facts)
        return `${basePoints} x ${BigDecimal.format(multiplier)} = ${totalPoints}${finalized ? " final" : ""}`
      })
    const points = at(start)

    it.effect("MEM-047: the tier is the highest that the member holds in a program of the stay's organization", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* points(1), "200 x 1.25 = 250")
        // Program 2, where they are on level 3, has rules of its own.
        assert.strictEqual(yield* points(2), "1000 x 1.5 = 1500")
        assert.strictEqual(yield* points(15), "500 x 2.5 = 1250")
      })
    )

    it.effect("MEM-047: without an enrolment the multiplier is 1, by the rules of the first active program", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* points(3), "200 x 1 = 200")
      })
    )

    it.effect("MEM-047: from the end of a tier on, the tier reached meanwhile counts, else the lowest", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* points(4), "200 x 1.25 = 250")
        assert.strictEqual(yield* at(DateTime.subtract(start, { milliseconds: 1 }))(4), "200 x 1.5 = 300")
        assert.strictEqual(yield* points(16), "200 x 1 = 200")
        // 9000 points are enough for level 3, 9 nights are not.
        assert.strictEqual(yield* points(17), "200 x 1.25 = 250")
      })
    )

    it.effect("MEM-045: a closed account earns nothing, a suspended one does", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* points(5), "0 x 1 = 0")
        assert.strictEqual(yield* points(6), "200 x 1.5 = 300")
      })
    )

    it.effect("MEM-047: the rules are the newest that were in force on the day of check-in", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* points(9), "100 x 1.25 = 125")
        assert.strictEqual(yield* points(1), "200 x 1.25 = 250")
      })
    )

    it.effect("MEM-047: a stay booked through an excluded channel earns nothing", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* points(18), "0 x 1.25 = 0")
        assert.strictEqual(yield* points(19), "200 x 1.25 = 250")
      })
    )

    it.effect(
      "MEM-047: a campaign holds for check-ins from its first day to its last, at its venue or everywhere",
      () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* points(10), "300 x 2.5 = 750")
          assert.strictEqual(yield* points(11), "300 x 2.5 = 750")
          assert.strictEqual(yield* points(12), "300 x 1.25 = 375")
          assert.strictEqual(yield* points(13), "300 x 1.88 = 564")
          assert.strictEqual(yield* points(14), "300 x 1.25 = 375")
        })
    )

    it.effect("MEM-047: a finalised stay has the figures that were stored", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* points(8), "80 x 1.25 = 100 final")
      })
    )
  }
)
