import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { codeOf } from "../../src/demo/demoOfferCodes.ts"
import { fulfillmentId } from "../../src/demo/fulfillmentPlan.ts"
import { offerId } from "../../src/demo/demoOffers.ts"
import { type OfferName, offerXid } from "../../src/demo/offerPlan.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { FulfillmentMissing } from "../../src/domain/fulfillments/FulfillmentErrors.ts"
import { type DueQuery, Fulfillments, type FulfillmentsQuery } from "../../src/domain/fulfillments/Fulfillments.ts"
import { claimId } from "../support/claims.ts"
import { twin } from "../support/memberServices.ts"
import { claimsDataset, hours, now, stay } from "../support/datasets/claimsDataset.ts"
import { twins } from "../support/twins.ts"

const list = (query: Partial<FulfillmentsQuery>) =>
  Fulfillments.use((all) =>
    all.list({
      memberId: memberIds.M1,
      now,
      statuses: undefined,
      propertyId: undefined,
      limit: 100,
      offset: 0,
      ...query
    })
  )

const get = (id: string, at = now, memberId = memberIds.M1) =>
  Fulfillments.use((all) => all.get({ id: FulfillmentId.make(id), memberId, now: at }))

twins("Fulfillments (reads)", twin, claimsDataset, (it) => {
  it.effect("MEM-089: returns a member's claim with its charge, stay, venue and codes, and no other's", () =>
    Effect.gen(function* () {
      const pending = yield* get(fulfillmentId("pending_approval"))
      assert.deepStrictEqual(
        pending.externalCode?.xid,
        claimsDataset.offerCodes.find(({ fulfillmentId: of }) => of === pending.id)?.xid
      )
      assert.deepStrictEqual(Object.keys(codeOf), ["fulfilled", "pending_approval"])
      assert.deepStrictEqual(
        { ...pending, externalCode: null },
        {
          id: fulfillmentId("pending_approval"),
          offerId: offerXid("museum"),
          offerName: "Museum pass",
          status: "pending_approval",
          isUnsettled: false,
          redemptionType: "externalCode",
          pointsCharged: 220,
          charges: [{ assetType: "VALID", points: 220 }],
          verificationCodeEnc: null,
          externalCode: null,
          codeValid: false,
          propertyId: venueDocumentId("V2"),
          reservationId: null,
          checkInDate: null,
          note: "For two persons",
          modification: null,
          rejectReason: null,
          claimedAt: "2026-03-02T05:06:07.000Z",
          approvedAt: null,
          fulfilledAt: null,
          rejectedAt: null,
          cancelledAt: null,
          expiredAt: null,
          expiresAt: "2026-04-01T05:06:07.000Z"
        }
      )
      const bound = yield* get(claimId(6), now, memberIds.M3)
      assert.deepStrictEqual([bound.reservationId, bound.propertyId, bound.charges], [stay?.externalId, null, []])
      assert.deepStrictEqual((yield* get(fulfillmentId("modified"))).modification, {
        note: "Only from three in the afternoon",
        substitution: "Junior suite"
      })
      for (const [id, memberId] of [
        [fulfillmentId("claimed"), memberIds.M2],
        [claimId(999), memberIds.M1]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(id, now, memberId)), new FulfillmentMissing())
      }
    })
  )

  it.effect("MEM-117: a due claim is expired from the moment it falls due", () =>
    Effect.gen(function* () {
      const status = (n: number, at: DateTime.Utc) =>
        Effect.map(get(claimId(n), at, memberIds.M3), (view) => [view.status, view.isUnsettled])
      const before = DateTime.subtract(hours(20), { milliseconds: 1 })
      assert.deepStrictEqual(yield* status(2, before), ["modified", false])
      assert.deepStrictEqual(yield* status(2, hours(20)), ["expired", true])
      assert.deepStrictEqual(yield* status(5, hours(500)), ["cancelled", false])
      const statuses = (at: DateTime.Utc) =>
        Effect.map(list({ memberId: memberIds.M3, now: at }), ({ items }) => items.map((one) => one.status).toSorted())
      assert.deepStrictEqual(yield* statuses(hours(26)), [
        "cancelled",
        "claimed",
        "claimed",
        "expired",
        "expired",
        "fulfilled"
      ])
    })
  )

  it.effect("MEM-089: lists a member's claims, latest first, and filters by status and venue", () =>
    Effect.gen(function* () {
      const of = { memberId: memberIds.M2 }
      const all = yield* list(of)
      assert.strictEqual(
        all.total,
        claimsDataset.fulfillments.filter(({ memberId }) => memberId === memberIds.M2).length
      )
      assert.strictEqual(all.total, all.items.length)
      const keys = all.items.map(({ claimedAt, id }) => `${claimedAt} ${id}`)
      assert.deepStrictEqual(keys, keys.toSorted().toReversed())
      const pages = yield* Effect.forEach([0, 3, 6, 9], (offset) => list({ ...of, limit: 3, offset }))
      assert.deepStrictEqual(
        pages.flatMap(({ items }) => items.map(({ id }) => id)),
        all.items.map(({ id }) => id)
      )
      const open = yield* list({ ...of, statuses: ["pending_approval", "expired"] })
      assert.deepStrictEqual([open.total, open.items.map(({ status }) => status)], [2, ["pending_approval", "expired"]])
      const later = yield* list({
        ...of,
        statuses: ["expired"],
        now: hours(24 * 25),
        propertyId: venueDocumentId("V1")
      })
      assert.deepStrictEqual(
        later.items.map(({ id }) => id),
        [fulfillmentId("m2_expired")]
      )
      const here = yield* list({ ...of, propertyId: venueDocumentId("V1") })
      assert.strictEqual(here.total, 4)
      assert.strictEqual((yield* list({ ...of, propertyId: "unknown" })).total, 0)
      assert.strictEqual((yield* list({ memberId: memberIds.M_new })).total, 0)
    })
  )

  it.effect("MEM-117: lists due claims, longest due first, of everybody, one member or some offers", () =>
    Effect.gen(function* () {
      const ids = (at: DateTime.Utc, more: Partial<DueQuery> = {}) =>
        Fulfillments.use((all) => all.listDue({ now: at, limit: 100, ...more }))
      const named = (...numbers: ReadonlyArray<number>) => numbers.map(claimId)
      assert.deepStrictEqual(yield* ids(DateTime.subtract(hours(20), { milliseconds: 1 })), [])
      assert.deepStrictEqual(yield* ids(hours(20)), named(2, 3))
      assert.deepStrictEqual(yield* ids(hours(30)), named(2, 3, 4, 6, 1))
      assert.deepStrictEqual(yield* ids(hours(30), { limit: 2 }), named(2, 3))
      assert.deepStrictEqual(yield* ids(hours(30), { memberId: memberIds.M3 }), named(2, 4, 6, 1))
      assert.deepStrictEqual(yield* ids(hours(30), { memberId: memberIds.M_new }), [])
      const of = (...names: ReadonlyArray<OfferName>) => ids(hours(30), { offerIds: names.map(offerId) })
      assert.deepStrictEqual(yield* of("lounge", "spa"), named(2, 3, 4, 6, 1))
      assert.deepStrictEqual(yield* of("lounge", "museum"), [])
      assert.deepStrictEqual(yield* of(), [])
    })
  )
})
