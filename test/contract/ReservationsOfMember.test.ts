import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { memberIds, type MemberName, memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { pointsOf } from "../../src/domain/reservations/StayPoints.ts"
import { ReservationViews } from "../../src/domain/reservations/ReservationViews.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as ReservationViewsLayer from "../../src/layers/repositories/ReservationViewsLayer.ts"
import { find } from "../support/datasets/benefitsDataset.ts"
import { ofA, ofB } from "../support/reaches.ts"
import { at, dataset, expected, get, idsOf, isOfA, xidOf } from "../support/reservationViews.ts"
import { finalised, start, stay } from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"

const { V1, V2, V3 } = venues

const ofMember = (
  memberId: number,
  reach: Reach = ofA,
  more: { statuses?: ReadonlyArray<"inquiry">; offset?: number } = {}
) =>
  ReservationViews.use((reservations) =>
    reservations.listOfMember({
      reach,
      memberXid: xidOf(memberId),
      statuses: undefined,
      limit: 3,
      offset: 0,
      now: start,
      ...more
    })
  )

twins("ReservationViews, of members", ReservationViewsLayer, dataset, (it) => {
  it.effect("PAR-139: lists the stays of a member within reach, with the total of all pages", () =>
    Effect.gen(function* () {
      const all = expected((row) => isOfA(row) && row.memberId === 1)
      const first = yield* ofMember(1)
      assert.deepStrictEqual([idsOf(first.items), first.total], [all.slice(0, 3), all.length])
      const next = yield* ofMember(1, ofA, { offset: 3 })
      assert.deepStrictEqual([idsOf(next.items), next.total], [all.slice(3, 6), all.length])
      const beyond = yield* ofMember(1, ofA, { offset: 100 })
      assert.deepStrictEqual([beyond.items, beyond.total], [[], all.length])
      const inquiries = yield* ofMember(1, ofA, { statuses: ["inquiry"] })
      assert.deepStrictEqual([idsOf(inquiries.items), inquiries.total], [[26, 2], 2])
      const atV2 = yield* ofMember(2, at(V2.id))
      assert.deepStrictEqual([idsOf(atV2.items), atV2.total], [[7], 1])
      assert.isDefined(first.items[0]?.facts)
    })
  )

  it.effect("PAR-007, PAR-139: an unknown, foreign, unreachable or merged member is NotFound", () =>
    Effect.gen(function* () {
      for (const [memberId, reach] of [
        [9, ofA],
        [6, ofA],
        [5, ofA],
        [2, ofB],
        [2, at(V3.id)],
        [4, at(V1.id, V2.id, V3.id)],
        [1, nowhere],
        [3, at(V2.id)]
      ] as const) {
        assert.instanceOf(yield* Effect.flip(ofMember(memberId, reach)), NotFound, `${memberId}`)
      }
      for (const [memberId, reach] of [
        [4, ofA],
        [5, ofB],
        [5, everywhere]
      ] as const) {
        assert.deepStrictEqual(yield* ofMember(memberId, reach), { items: [], total: 0 })
      }
      assert.deepStrictEqual(idsOf((yield* ofMember(3)).items), [25])
    })
  )
})

const demo = demoWithoutCities(start)
const claim = find(demo.fulfillments, ({ status }) => status === "fulfilled")
const invite = find(demo.guestInvites, ({ memberId }) => memberId !== null)
const { M9, M_new } = memberIds

/** M_new has claimed at V3 and is in no program; M9 of B has accepted an invite to V2. */
const guests: Dataset = {
  ...demo,
  reservations: [...demo.reservations, stay(1, { ...finalised, memberId: memberIds.M1, status: "cancelled" })],
  fulfillments: [
    ...demo.fulfillments.filter(({ memberId }) => memberId !== M_new),
    {
      ...claim,
      id: FulfillmentId.make("019b76da-ffff-7000-8000-000000000001"),
      memberId: M_new,
      propertyId: V3.id,
      reservationId: null
    }
  ],
  guestInvites: [
    ...demo.guestInvites.filter(({ memberId }) => memberId !== M_new && memberId !== M9),
    {
      ...invite,
      id: 9999,
      tokenHash: "0".repeat(64),
      organizationId: organizationIds.A,
      propertyId: V2.id,
      programId: null,
      reservationId: null,
      memberId: M9
    }
  ]
}

twins("ReservationViews, of guests without stays", ReservationViewsLayer, guests, (it) => {
  it.effect("PAR-139: a member is visible by a claim or an accepted invite at a venue within reach", () =>
    Effect.gen(function* () {
      const visible = (name: MemberName, reach: Reach) =>
        ReservationViews.use((reservations) =>
          reservations.listOfMember({
            reach,
            memberXid: memberXid(name),
            statuses: undefined,
            limit: 1,
            offset: 0,
            now: start
          })
        ).pipe(
          Effect.as(true),
          Effect.catchTag("NotFound", () => Effect.succeed(false))
        )
      for (const [name, reach, expected] of [
        ["M_new", at(V3.id), true],
        ["M_new", ofA, true],
        ["M_new", everywhere, true],
        ["M_new", at(V1.id, V2.id), false],
        ["M_new", ofB, false],
        ["M9", at(V2.id), true],
        ["M9", ofA, true],
        ["M9", at(V1.id, V3.id), false],
        ["M3", at(V2.id), true],
        ["M3", at(V1.id), false]
      ] as const) {
        assert.strictEqual(yield* visible(name, reach), expected, `${name} ${JSON.stringify(reach)}`)
      }
    })
  )

  it.effect("PAR-058, A-93: a finalised stay keeps its points after it is cancelled", () =>
    Effect.gen(function* () {
      const { facts } = yield* get("stay-1")
      const { basePoints, finalized, totalPoints } = pointsOf(facts)
      assert.deepStrictEqual(
        { basePoints, finalized, totalPoints },
        { basePoints: 80, finalized: true, totalPoints: 100 }
      )
    })
  )
})
