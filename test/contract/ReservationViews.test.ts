import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import type { ReservationPlace } from "../../src/domain/reservations/ReservationPlace.ts"
import { pointsOf } from "../../src/domain/reservations/StayPoints.ts"
import type { ReservationWithFacts, ReservationViewsQuery } from "../../src/domain/reservations/ReservationViews.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as ReservationViewsLayer from "../../src/layers/repositories/ReservationViewsLayer.ts"
import {
  at,
  changedSince,
  dataset,
  expected,
  get,
  ids,
  idsOf,
  inOrder,
  isOfA,
  list,
  placeOf,
  uuids,
  xidOf
} from "../support/reservationViews.ts"
import { ofA, ofB } from "../support/reaches.ts"
import { start } from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"

const { V1, V2, V3, W1 } = venues

/** The ids of all pages of `limit`, each continued after the last row of the previous one. */
const walk = Effect.fnUntraced(function* (limit: number, query: Partial<ReservationViewsQuery> = {}) {
  const walked: Array<number> = []
  let after: ReservationPlace | undefined
  for (;;) {
    const page: ReadonlyArray<ReservationWithFacts> = yield* list({ ...query, limit, after })
    walked.push(...idsOf(page))
    const last = page.at(-1)
    if (last === undefined) return walked
    after = placeOf(last)
  }
})

twins("ReservationViews", ReservationViewsLayer, dataset, (it) => {
  it.effect("PAR-053: orders by check-in, nulls last, then external id in binary order, then internal id", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ids({ reach: everywhere }), idsOf(inOrder))
      assert.deepStrictEqual(yield* ids(), expected(isOfA))
    })
  )

  it.effect("PAR-001, PAR-002: lists the stays within reach, and no others", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ids({ reach: ofB }),
        expected((row) => !isOfA(row))
      )
      assert.deepStrictEqual(
        yield* ids({ reach: at(V2.id) }),
        expected(({ propertyId }) => propertyId === V2.id)
      )
      assert.deepStrictEqual(
        yield* ids({ reach: at(V2.id, V3.id) }),
        expected(({ propertyId }) => propertyId === V2.id || propertyId === V3.id)
      )
      assert.deepStrictEqual(
        yield* ids({ reach: { organizationIds: "all", venueIds: [W1.id, V3.id] } }),
        expected(({ propertyId }) => propertyId === W1.id || propertyId === V3.id)
      )
      assert.deepStrictEqual(yield* ids({ reach: at(W1.id) }), [])
      assert.deepStrictEqual(yield* ids({ reach: at() }), [])
      assert.deepStrictEqual(yield* ids({ reach: nowhere }), [])
    })
  )

  it.effect("PAR-051, PAR-053: pages of any size, over any reach, make up the whole list", () =>
    Effect.gen(function* () {
      for (const reach of [everywhere, ofA, at(V1.id), at(V1.id, V2.id, V3.id)]) {
        const whole = yield* ids({ reach })
        assert.isNotEmpty(whole)
        for (const limit of [1, 2, 3, 7, 50]) assert.deepStrictEqual(yield* walk(limit, { reach }), whole)
      }
    })
  )

  it.effect("PAR-051: filtered pages of one row make up the filtered list", () =>
    Effect.gen(function* () {
      const filters: ReadonlyArray<Partial<ReservationViewsQuery>> = [
        { statuses: ["inquiry", "cancelled"] },
        { checkInFrom: "2026-03-01" },
        { checkInTo: "2026-03-01" },
        { memberXid: xidOf(2) },
        { updatedSince: start },
        { updatedSince: start, statuses: ["inquiry", "other"], reach: at(V1.id) }
      ]
      for (const filter of filters) {
        const whole = yield* ids(filter)
        assert.isAbove(whole.length, 1)
        assert.deepStrictEqual(yield* walk(1, filter), whole)
      }
    })
  )

  it.effect("PAR-053, PAR-059: continues after a position that no row has", () =>
    Effect.gen(function* () {
      const after = (checkIn: string | null, externalId: string, id = 1) =>
        ids({ after: { checkIn, externalId: ReservationXid.make(externalId), id: ReservationId.make(id) } })
      const from = (externalId: string) => {
        const all = expected(isOfA)
        const index = inOrder.filter(isOfA).findIndex((row) => row.externalId === externalId)
        return all.slice(index)
      }
      assert.deepStrictEqual(yield* after("2025-12-31", "ZZZ"), from("Z-first"))
      assert.deepStrictEqual(yield* after("2026-03-01", "PMS-10a"), from("PMS-9"))
      assert.deepStrictEqual(yield* after("2026-03-01", "\u{10ffff}"), from("A-later"))
      assert.deepStrictEqual(yield* after("9999-12-31", "z"), from("null-1"))
      assert.deepStrictEqual(yield* after(null, "a"), from("null-1"))
      assert.deepStrictEqual(yield* after(null, "null-1", 2), from("null-2"))
      assert.deepStrictEqual(yield* after(null, "z"), [])
      const all = yield* ids({
        reach: everywhere,
        after: { checkIn: "2026-03-01", externalId: ReservationXid.make("same"), id: ReservationId.make(4) }
      })
      assert.deepStrictEqual(all[0], 9)
    })
  )

  it.effect("PAR-050: skips by offset", () =>
    Effect.gen(function* () {
      const whole = yield* ids()
      for (const reach of [ofA, at(V1.id, V2.id, V3.id)]) {
        assert.deepStrictEqual(yield* ids({ reach, offset: 3, limit: 4 }), whole.slice(3, 7))
        assert.deepStrictEqual(yield* ids({ reach, offset: whole.length }), [])
      }
      assert.deepStrictEqual(
        yield* ids({ memberXid: xidOf(1), offset: 1, limit: 2 }),
        (yield* ids({ memberXid: xidOf(1) })).slice(1, 3)
      )
    })
  )

  it.effect("PAR-058: filters by statuses", () =>
    Effect.gen(function* () {
      for (const reach of [ofA, at(V1.id, V2.id, V3.id)]) {
        assert.deepStrictEqual(
          yield* ids({ reach, statuses: ["inquiry"] }),
          expected((row) => isOfA(row) && row.status === "inquiry")
        )
        assert.deepStrictEqual(
          yield* ids({ reach, statuses: ["cancelled", "pending", "cancelled"] }),
          expected((row) => row.status === "cancelled" || row.status === "pending")
        )
      }
    })
  )

  it.effect("PAR-051, PAR-058: a repeated status does not shorten a page", () =>
    Effect.gen(function* () {
      const whole = yield* ids({ statuses: ["other", "inquiry"] })
      for (const reach of [ofA, at(V1.id, V2.id, V3.id)]) {
        assert.deepStrictEqual(
          yield* ids({ reach, statuses: ["other", "inquiry", "other"], limit: 4 }),
          whole.slice(0, 4)
        )
      }
    })
  )

  it.effect("PAR-058: filters by check-in, both ends included; a stay without one matches neither", () =>
    Effect.gen(function* () {
      const on = (is: (checkIn: string) => boolean) =>
        expected((row) => isOfA(row) && row.checkIn !== null && is(row.checkIn))
      assert.deepStrictEqual(
        yield* ids({ checkInFrom: "2026-03-01" }),
        on((checkIn) => checkIn >= "2026-03-01")
      )
      assert.deepStrictEqual(
        yield* ids({ checkInTo: "2026-03-01" }),
        on((checkIn) => checkIn <= "2026-03-01")
      )
      assert.deepStrictEqual(
        yield* ids({ checkInFrom: "2026-03-02", checkInTo: "2026-03-02" }),
        on((checkIn) => checkIn === "2026-03-02")
      )
      assert.deepStrictEqual(yield* ids({ checkInFrom: "2026-03-03" }), [])
    })
  )

  it.effect("PAR-058: filters by member, within reach", () =>
    Effect.gen(function* () {
      const of = (memberId: number, reach: Reach = ofA) => ids({ reach, memberXid: xidOf(memberId) })
      assert.deepStrictEqual(
        yield* of(2),
        expected(({ memberId }) => memberId === 2)
      )
      assert.deepStrictEqual(
        yield* of(1, everywhere),
        expected(({ memberId }) => memberId === 1)
      )
      assert.deepStrictEqual(
        yield* of(2, at(V2.id)),
        expected(({ memberId, propertyId }) => memberId === 2 && propertyId === V2.id)
      )
      assert.deepStrictEqual(yield* of(4), [])
      assert.deepStrictEqual(yield* ids({ memberXid: "nobody" }), [])
    })
  )

  it.effect("PAR-058: filters by updatedSince, that instant included, alone and with other filters", () =>
    Effect.gen(function* () {
      for (const reach of [ofA, at(V1.id)]) {
        assert.deepStrictEqual(yield* ids({ reach, ...changedSince(3) }), [27, 21, 2])
        assert.deepStrictEqual(
          yield* ids({ reach, updatedSince: DateTime.add(start, { minutes: 5, milliseconds: 1 }) }),
          []
        )
        assert.deepStrictEqual(yield* ids({ reach, updatedSince: start, statuses: ["inquiry"] }), [2])
      }
      assert.deepStrictEqual(yield* ids({ updatedSince: start, memberXid: xidOf(2) }), [27])
      assert.deepStrictEqual(yield* ids({ updatedSince: start, checkInFrom: "2026-03-02" }), [21])
      assert.deepStrictEqual(yield* ids({ updatedSince: start, reach: ofB }), [])
      assert.deepStrictEqual(yield* ids({ updatedSince: start, offset: 1, limit: 2 }), [28, 27])
    })
  )

  it.effect("PAR-058: returns a stay with its venue, its member and the inputs of its points", () =>
    Effect.gen(function* () {
      const { facts, ...view } = yield* get("PMS-9")
      assert.deepStrictEqual(view, {
        id: ReservationId.make(27),
        reservationId: ReservationXid.make("PMS-9"),
        status: "other",
        pmsStatus: "checked_out",
        confirmationCode: "CODE27",
        checkInDate: "2026-03-01",
        checkOutDate: "2026-03-03",
        guestCount: 2,
        bookingChannel: "direct",
        property: { id: venueDocumentId("V1"), name: "Venue V1" },
        member: { externalId: xidOf(2), firstName: "Member", lastName: "Number 2", tierName: null },
        createdAt: "2026-01-19T12:00:00.000Z",
        updatedAt: "2026-03-10T12:03:00.000Z"
      })
      assert.deepStrictEqual(pointsOf(facts).basePoints, 100)
      const [listed] = yield* list({ memberXid: xidOf(2) })
      assert.deepStrictEqual(listed, { ...view, facts })
    })
  )

  it.effect("PAR-058: tierName is the member's highest current tier in the organization, or null", () =>
    Effect.gen(function* () {
      const tierOf = (id: string, reach: Reach = ofA) => Effect.map(get(id, reach), ({ member }) => member?.tierName)
      assert.strictEqual(yield* tierOf("Z-first"), "Tier 2")
      assert.strictEqual(yield* tierOf("later-b", ofB), null)
      assert.strictEqual(yield* tierOf("PMS-10"), undefined)
      assert.isNull((yield* get("PMS-10")).member)
      const closedMember = (yield* get("a/b c?#%")).member
      assert.deepStrictEqual([closedMember?.lastName, closedMember?.tierName], ["Number 3", null])
    })
  )

  it.effect("PAR-058, A-37: gets a stay by its exact external id, and by its UUID in any case", () =>
    Effect.gen(function* () {
      for (const row of inOrder.filter(isOfA)) assert.strictEqual((yield* get(row.externalId)).id, row.id)
      assert.strictEqual((yield* get(uuids[0] ?? "")).id, 21)
      assert.strictEqual((yield* get((uuids[1] ?? "").toUpperCase())).id, 4)
      assert.strictEqual((yield* get(uuids[0] ?? "", ofB)).id, 5)
      for (const id of ["pms-9", "PMS-9 ", "SAME", "A-LATER", uuids[2] ?? "", "", "4"]) {
        assert.instanceOf(yield* Effect.flip(get(id)), NotFound, id)
      }
    })
  )

  it.effect(
    "PAR-007, A-31: of two organizations with the same id, uses the reachable one, or the lower internal id",
    () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get("same")).id, 4)
        assert.strictEqual((yield* get("same", ofB)).id, 9)
        assert.strictEqual((yield* get("same", everywhere)).id, 4)
        assert.strictEqual((yield* get(uuids[0] ?? "", everywhere)).id, 21)
        for (const [id, reach] of [
          ["later-b", ofA],
          ["01KDVDNA0000000000000000ZZ", at(V1.id)],
          ["same", nowhere],
          [uuids[1] ?? "", at(V2.id)]
        ] as const) {
          assert.instanceOf(yield* Effect.flip(get(id, reach)), NotFound, id)
        }
      })
  )
})
