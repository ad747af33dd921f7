import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { venues } from "../../../src/demo/venues.ts"
import { listFavorites } from "../../../src/domain/favorites/listFavorites.ts"
import { cancelFulfillment } from "../../../src/domain/fulfillments/cancelFulfillment.ts"
import { listFulfillments } from "../../../src/domain/fulfillments/readFulfillments.ts"
import { Enrolments } from "../../../src/domain/members/Enrolments.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { MemberMissing, MergeRefused } from "../../../src/domain/members/MemberErrors.ts"
import { MemberAccounts } from "../../../src/domain/members/MemberAccounts.ts"
import { mergeMembers } from "../../../src/domain/members/mergeMembers.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { ProgramId } from "../../../src/domain/programs/Program.ts"
import type { VenueId } from "../../../src/domain/properties/Property.ts"
import { finaliseStays } from "../../../src/domain/reservations/finaliseStays.ts"
import { atTime } from "../../support/atTime.ts"
import { inTransaction } from "../../support/servers/inTransaction.ts"
import { asMember, claim, grant, seenBy, twin } from "../../support/memberServices.ts"
import {
  enrolment,
  finalised,
  member,
  offers,
  pendingEarn,
  start,
  stay,
  staysDataset,
  tier,
  wallet
} from "../../support/datasets/staysDataset.ts"
import { twins } from "../../support/twins.ts"

const now = atTime(start)

const favorite = (memberId: MemberId, propertyId: VenueId) => ({
  memberId,
  propertyId,
  createdAt: DateTime.subtract(start, { days: memberId })
})

const source = MemberId.make(2)
const target = MemberId.make(1)

/** Both are in program 1, where the target has the better tier; only the source is in program 2. */
const dataset = staysDataset({
  ...offers.rows,
  members: [...member(1), ...member(2), ...member(3), ...member(4, { status: "closed", closedAt: start })],
  enrolments: [
    enrolment(target, 1, 2, { qualifyingPoints: 4500, qualifyingNights: 4 }),
    enrolment(source, 1, 1, { qualifyingPoints: 700, qualifyingNights: 7 }),
    enrolment(source, 2, 2, { qualifyingPoints: 100, qualifyingNights: 1 })
  ],
  reservations: [
    stay(1, { memberId: target }),
    stay(2, { memberId: source }),
    stay(3, { memberId: source, ...finalised })
  ],
  wallets: [wallet(target), wallet(source)],
  walletActivity: [pendingEarn(1, target), pendingEarn(2, source)],
  guests: [{ id: 1, organizationId: OrganizationId.make(1), xid: "guest-1", memberId: source }],
  favorites: [
    favorite(source, venues.V1.id),
    favorite(source, venues.V2.id),
    favorite(target, venues.V1.id),
    favorite(target, venues.V3.id)
  ]
})

const merge = (change: Partial<Parameters<typeof mergeMembers>[0]> = {}) =>
  now(mergeMembers({ mergeId: "merge-1", sourceId: source, targetId: target, ...change }))

const standing = Effect.fnUntraced(function* (memberId: number, programId: number) {
  const enrolments = yield* Enrolments
  return Option.map(
    yield* enrolments.findForUpdate({ programId: ProgramId.make(programId), memberId: MemberId.make(memberId) }),
    ({ enrolment: of }) => ({
      level: of.tierId - tier(programId, 0),
      points: of.qualifyingPoints,
      nights: of.qualifyingNights
    })
  )
})

twins("mergeMembers", twin, dataset, (it) => {
  it.effect("DOMAIN 4.5: refuses a member with itself, closed members and unknown ones, and changes nothing", () =>
    Effect.gen(function* () {
      const refused = (change: Parameters<typeof merge>[0]) => Effect.flip(merge(change))
      assert.deepStrictEqual(yield* refused({ sourceId: target }), new MergeRefused({ reason: "same_member" }))
      assert.deepStrictEqual(
        yield* refused({ sourceId: MemberId.make(4) }),
        new MergeRefused({ reason: "source_closed" })
      )
      assert.deepStrictEqual(
        yield* refused({ targetId: MemberId.make(4) }),
        new MergeRefused({ reason: "target_closed" })
      )
      assert.deepStrictEqual(yield* refused({ targetId: MemberId.make(99) }), new MemberMissing())
      assert.strictEqual((yield* now(seenBy(source))).pending, 125)
    })
  )

  it.effect(
    "DOMAIN 4.5: merging twice moves points, stays and claims of the source to the target once, and closes the source",
    () =>
      Effect.gen(function* () {
        yield* now(grant(target, 100))
        yield* now(grant(source, 1000))
        yield* now(grant(source, 50, { asset: "CREDIT" }))
        const id = yield* now(claim(source, offers.breakfast))
        yield* merge()
        yield* merge()
        const after = yield* now(seenBy(target))
        assert.deepStrictEqual([after.spendable, after.addsUp], [100 + 1000 + 50 - 300, true])
        assert.deepStrictEqual([...after.transactions].toSorted(), ["ADJUST 100", "GIFT 50", "GIFT 700"])
        assert.deepStrictEqual(after.stays, {
          "stay-1": "other 150",
          "stay-2": "other 150",
          "stay-3": "other 100 final"
        })
        assert.strictEqual(after.pending, 300)
        const gone = yield* now(seenBy(source))
        assert.deepStrictEqual([gone.spendable, gone.pending, gone.stays, gone.addsUp], [0, 0, {}, true])
        assert.include(gone.transactions, "GIFT -700")
        const claims = yield* now(asMember(target)(listFulfillments({ limit: 10, offset: 0 })))
        assert.deepStrictEqual(
          claims.items.map(({ fulfillmentId }) => fulfillmentId),
          [id]
        )
        const accounts = yield* MemberAccounts
        assert.strictEqual(Option.getOrThrow(yield* accounts.findByIdentity("member-2")).status, "closed")
      })
  )

  it.effect(
    "DOMAIN 4.5: adds up qualifying points and nights to a higher tier, and moves the source's other enrolment",
    () =>
      Effect.gen(function* () {
        // 5200 points and 11 nights reach level 3.
        assert.deepStrictEqual(yield* standing(target, 1), Option.some({ level: 3, points: 5200, nights: 11 }))
        assert.deepStrictEqual(yield* standing(target, 2), Option.some({ level: 2, points: 100, nights: 1 }))
        assert.deepStrictEqual(yield* standing(source, 1), Option.none())
      })
  )

  it.effect("DOMAIN 4.5: keeps a favorite of both once, with the target's time", () =>
    Effect.gen(function* () {
      const { items } = yield* now(asMember(target)(listFavorites({ limit: 10, offset: 0 })))
      assert.deepStrictEqual(
        items.map(({ favoritedAt, id }) => [id, favoritedAt]),
        [
          [venues.V3.id, "2026-03-09T12:00:00.000Z"],
          [venues.V1.id, "2026-03-09T12:00:00.000Z"],
          [venues.V2.id, "2026-03-08T12:00:00.000Z"]
        ]
      )
      const others = yield* now(asMember(source)(listFavorites({ limit: 10, offset: 0 })))
      assert.strictEqual(others.total, 0)
    })
  )

  it.effect("DOMAIN 4.5: refunding a claim of the source credits the target", () =>
    Effect.gen(function* () {
      const [open] = (yield* now(asMember(target)(listFulfillments({ limit: 10, offset: 0 })))).items
      yield* now(asMember(target)(inTransaction(cancelFulfillment(open?.fulfillmentId ?? assert.fail()))))
      const { addsUp, spendable, transactions } = yield* now(seenBy(target))
      assert.deepStrictEqual([spendable, addsUp, transactions[0]], [1150, true, "ADJUST 300"])
      assert.strictEqual((yield* now(seenBy(source))).spendable, 0)
    })
  )

  it.effect("DOMAIN 4.5, 6.1: the stays of the source are finalised for the target", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* now(finaliseStays()), 2)
      const { addsUp, pending, spendable } = yield* now(seenBy(target))
      assert.deepStrictEqual([pending, spendable, addsUp], [0, 1150 + 300, true])
    })
  )

  it.effect("DOMAIN 4.5: an account merged before follows when its successor is merged", () =>
    Effect.gen(function* () {
      const { find } = yield* MemberAccounts
      yield* inTransaction(
        Effect.gen(function* () {
          yield* now(mergeMembers({ mergeId: "merge-chain", sourceId: target, targetId: MemberId.make(3) }))
          const mergedInto = Option.getOrUndefined(yield* find(source))?.mergedInto
          assert.strictEqual(mergedInto, MemberId.make(3))
        })
      )
    })
  )

  it.effect("DOMAIN 4.5: refuses to merge a merged account again", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(merge({ mergeId: "merge-2", targetId: MemberId.make(3) }))
      assert.deepStrictEqual(error, new MergeRefused({ reason: "source_closed" }))
    })
  )
})
