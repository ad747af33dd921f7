import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { fulfillmentId } from "../../src/demo/fulfillmentPlan.ts"
import { offerXid } from "../../src/demo/offerPlan.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import type { DeskFulfillment } from "../../src/domain/fulfillments/DeskFulfillment.ts"
import {
  DeskFulfillments,
  type DeskSearch,
  type PendingFilter
} from "../../src/domain/fulfillments/DeskFulfillments.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import type { FulfillmentStatus } from "../../src/domain/fulfillments/FulfillmentStatus.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import type { Page } from "../../src/domain/shared/Page.ts"
import * as DeskFulfillmentsLayer from "../../src/layers/repositories/DeskFulfillmentsLayer.ts"
import { claimId, claimRow } from "../support/claims.ts"
import { claimsDataset, now, stay } from "../support/datasets/claimsDataset.ts"
import { twins } from "../support/twins.ts"
import { atV1, ofA, ofB } from "../support/reaches.ts"

const hour = (n: number) => DateTime.add(now, { hours: n })

const bound = (n: number, more: Parameters<typeof claimRow>[2]) =>
  claimRow(n, now, { propertyId: venues.V1.id, redemptionType: "propertySpecific", ...more })

const dataset = {
  ...claimsDataset,
  members: claimsDataset.members.map((member) =>
    member.xid === memberXid("M2") ? { ...member, firstName: "Zoë", lastName: "O'Neil_100%" } : member
  ),
  fulfillments: [
    ...claimsDataset.fulfillments,
    bound(41, { reservationId: stay?.id ?? null, updatedAt: hour(-1) }),
    bound(42, { propertyId: venues.V2.id, reservationId: stay?.id ?? null }),
    bound(43, { expiresAt: now })
  ]
}

const search = (query: Partial<DeskSearch> = {}) =>
  DeskFulfillments.use((all) =>
    all.search({
      reach: ofA,
      within: query.reach ?? ofA,
      now,
      q: undefined,
      statuses: undefined,
      offerId: undefined,
      memberExternalId: undefined,
      reservationId: undefined,
      from: undefined,
      to: undefined,
      newestFirst: true,
      limit: 100,
      offset: 0,
      ...query
    })
  )

const everyPending = (filter: Partial<PendingFilter> = {}) =>
  DeskFulfillments.use((all) =>
    all.listPending({
      reach: ofA,
      within: filter.reach ?? ofA,
      now,
      statuses: undefined,
      updatedSince: undefined,
      limit: 100,
      offset: 0,
      ...filter
    })
  )

const mark = (filter: Partial<PendingFilter> = {}) =>
  DeskFulfillments.use((all) =>
    all.getPendingMark({
      reach: ofA,
      within: filter.reach ?? ofA,
      now,
      statuses: undefined,
      updatedSince: undefined,
      ...filter
    })
  )

const statusFilters: ReadonlyArray<ReadonlyArray<FulfillmentStatus> | undefined> = [
  undefined,
  ["claimed"],
  ["expired"],
  ["claimed", "expired"],
  ["pending_approval", "cancelled"],
  []
]

const idsOf = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) => items.map(({ id }) => id)

const found = (query: Partial<DeskSearch>) => Effect.map(search(query), idsOf)

twins("DeskFulfillments", DeskFulfillmentsLayer, dataset, (it) => {
  it.effect("PAR-002, PAR-022: finds the claims of venues within reach, and none without a venue", () =>
    Effect.gen(function* () {
      const all = yield* search()
      assert.include(idsOf(all), claimId(41))
      assert.include(idsOf(all), claimId(42))
      assert.notInclude(idsOf(all), claimId(6))
      assert.strictEqual(all.total, all.items.length)
      const near = yield* search({ reach: atV1 })
      assert.deepStrictEqual([...new Set(near.items.map(({ propertyId }) => propertyId))], [venueDocumentId("V1")])
      assert.deepStrictEqual(
        idsOf(near),
        idsOf(all).filter((id) => idsOf(near).includes(id))
      )
      assert.deepStrictEqual(yield* search({ reach: nowhere }), { items: [], total: 0 })
      const both = yield* found({ reach: everywhere })
      assert.sameMembers(both, [...idsOf(all), ...(yield* found({ reach: ofB }))])
    })
  )

  it.effect("PAR-022: totals and pages by venue, offer and status agree with the claims, due or not", () =>
    Effect.gen(function* () {
      for (const reach of [ofA, ofB, atV1, everywhere, nowhere]) {
        const all = (yield* search({ reach })).items
        const offerIds = [undefined, ...new Set(all.map(({ offer }) => offer.id)), "no-offer"]
        for (const offerId of offerIds) {
          for (const statuses of statusFilters) {
            const query = { reach, offerId, statuses }
            const expected = all
              .filter(({ offer }) => offerId === undefined || offer.id === offerId)
              .filter(({ status }) => statuses === undefined || statuses.includes(status))
              .map(({ id }) => id)
            const page = yield* search({ ...query, limit: 2, offset: 1 })
            assert.deepStrictEqual(
              [page.total, idsOf(page)],
              [expected.length, expected.slice(1, 3)],
              JSON.stringify(query)
            )
            const first = yield* search({ ...query, limit: 1, newestFirst: false })
            assert.deepStrictEqual(idsOf(first), expected.slice(-1), JSON.stringify(query))
          }
        }
      }
    })
  )

  it.effect("PAR-024: returns the stay of a claim only if that is within reach; a claim out of reach is NotFound", () =>
    Effect.gen(function* () {
      const get = (reach: Reach, n: number) => DeskFulfillments.use((all) => all.get({ reach, id: claimId(n), now }))
      const { reservation } = (yield* get(ofA, 42)).fulfillment
      assert.strictEqual(reservation?.reservationId, stay?.externalId)
      assert.strictEqual(reservation?.confirmationCode, stay?.confirmationCode)
      assert.strictEqual(reservation?.checkInDate, stay?.checkIn)
      const stayVenue = stay?.propertyId ?? venues.V1.id
      const other = stayVenue === venues.V1.id ? venues.V2 : venues.V1
      const far = yield* get(
        { organizationIds: [organizationIds.A], venueIds: [other.id] },
        other === venues.V2 ? 42 : 41
      )
      assert.isNull(far.fulfillment.reservation)
      assert.strictEqual(far.venueId, other.id)
      const hidden = yield* Effect.flip(get(atV1, 42))
      assert.instanceOf(hidden, NotFound)
      assert.deepStrictEqual(yield* Effect.flip(get(ofB, 41)), hidden)
      const missing = DeskFulfillments.use((all) =>
        all.get({ reach: ofA, id: FulfillmentId.make("019b76da-a800-7000-8000-000000000000"), now })
      )
      assert.deepStrictEqual(yield* Effect.flip(missing), hidden)
    })
  )

  it.effect("PAR-022: q matches names and confirmation codes literally, ignoring case and accents", () =>
    Effect.gen(function* () {
      const ofM2 = yield* found({ memberExternalId: memberXid("M2") })
      assert.isNotEmpty(ofM2)
      for (const q of ["zoe", "ZOË O'NEIL", "'neil_100%", "_", "%"]) {
        assert.deepStrictEqual(yield* found({ q }), ofM2, q)
      }
      for (const q of ["%zoe", "z_e", "zoe  o", "\\", '"', "\u0301"]) assert.deepStrictEqual(yield* found({ q }), [], q)
      assert.deepStrictEqual(yield* found({ q: "TRANSFER" }), yield* found({ offerId: offerXid("transfer") }))
      const ofStay = yield* found({ q: stay?.confirmationCode?.toLowerCase() ?? "none" })
      assert.includeMembers(ofStay, [claimId(41), claimId(42)])
      assert.includeMembers(yield* found({ reservationId: stay?.externalId ?? "none" }), [claimId(41), claimId(42)])
      assert.deepStrictEqual(yield* found({ reservationId: stay?.externalId ?? "none", reach: ofB }), [])
      assert.deepStrictEqual(yield* found({ offerId: offerXid("transfer"), reach: ofB }), [])
    })
  )

  it.effect(
    "PAR-022, PAR-024: a part of the venues selects claims, but neither hides a stay nor stops it from matching",
    () =>
      Effect.gen(function* () {
        const { confirmationCode, externalId } = stay ?? assert.fail("no stay")
        const q = confirmationCode ?? assert.fail("no confirmation code")
        const ofV2: Reach = { ...ofA, venueIds: [venues.V2.id] }
        const stayOf = (page: Page<DeskFulfillment>) =>
          page.items.find(({ id }) => id === claimId(42))?.reservation?.reservationId
        for (const filter of [{}, { q }, { reservationId: externalId }]) {
          const selected = yield* search({ ...filter, within: ofV2 })
          assert.strictEqual(stayOf(selected), externalId, JSON.stringify(filter))
          assert.notInclude(idsOf(selected), claimId(41))
        }
        assert.strictEqual(stayOf(yield* everyPending({ within: ofV2 })), externalId)
        assert.isUndefined(stayOf(yield* search({ reach: ofV2 })))
        assert.deepStrictEqual(yield* found({ q, reach: ofV2 }), [])
      })
  )

  it.effect("PAR-022: a due claim is expired, whatever the status of its row", () =>
    Effect.gen(function* () {
      assert.include(yield* found({ statuses: ["expired"] }), claimId(43))
      assert.notInclude(yield* found({ statuses: ["claimed"] }), claimId(43))
      const { fulfillment, isUnsettled } = yield* DeskFulfillments.use((all) =>
        all.get({ reach: ofA, id: claimId(43), now })
      )
      assert.deepStrictEqual([fulfillment.status, isUnsettled], ["expired", true])
    })
  )

  it.effect("PAR-022: orders by claim time, then id, in pages; from is inclusive, to is exclusive", () =>
    Effect.gen(function* () {
      const all = yield* search()
      const byTime = all.items.toSorted(
        (a, b) => Date.parse(b.claimedAt) - Date.parse(a.claimedAt) || (a.id < b.id ? 1 : -1)
      )
      assert.deepStrictEqual(all.items, byTime)
      assert.deepStrictEqual(yield* found({ newestFirst: false }), idsOf(all).toReversed())
      const page = yield* search({ limit: 3, offset: 2 })
      assert.deepStrictEqual([page.items, page.total], [all.items.slice(2, 5), all.total])
      assert.deepStrictEqual(yield* search({ offset: 1000 }), { items: [], total: all.total })
      const [first] = all.items
      const at = DateTime.makeUnsafe(first?.claimedAt ?? 0)
      assert.include(yield* found({ from: at }), first?.id)
      assert.notInclude(yield* found({ to: at }), first?.id)
    })
  )

  it.effect("PAR-023: lists pending claims that are open and not due, by claim time", () =>
    Effect.gen(function* () {
      const { items, total } = yield* everyPending()
      assert.strictEqual(total, items.length)
      assert.notInclude(idsOf({ items }), claimId(43))
      const open = (yield* search({
        statuses: ["claimed", "pending_approval", "modified", "approved"],
        newestFirst: false
      })).items
      assert.deepStrictEqual(items, open)
      assert.deepStrictEqual(idsOf(yield* everyPending({ updatedSince: hour(-1) })).includes(claimId(41)), true)
      const later = DateTime.add(hour(-1), { milliseconds: 1 })
      assert.notInclude(idsOf(yield* everyPending({ updatedSince: later })), claimId(41))
      const some = yield* everyPending({ statuses: ["modified"], reach: atV1 })
      assert.deepStrictEqual([...new Set(some.items.map(({ status }) => status))], ["modified"])
      const first = yield* DeskFulfillments.use((all) =>
        all.listPending({
          reach: ofA,
          within: ofA,
          now,
          statuses: undefined,
          updatedSince: undefined,
          limit: 2,
          offset: 1
        })
      )
      assert.deepStrictEqual([first.items, first.total], [items.slice(1, 3), total])
    })
  )

  it.effect("PAR-023: the mark matches the list, and changes with its claims and the stays within reach", () =>
    Effect.gen(function* () {
      const filters: ReadonlyArray<Partial<PendingFilter>> = [
        {},
        { reach: atV1 },
        { reach: ofB },
        { statuses: ["modified"] },
        { updatedSince: hour(-1) },
        { now: hour(22) }
      ]
      const marks = yield* Effect.forEach(filters, mark)
      assert.deepStrictEqual(
        (yield* Effect.forEach(filters, everyPending)).map((page) => page.mark),
        marks
      )
      assert.strictEqual(new Set(marks).size, filters.length)
      assert.strictEqual(yield* mark({ now: hour(0.01) }), marks[0])
      // A claim at V2 is bound to a stay at V1.
      const atV2: Reach = { ...ofA, venueIds: [venues.V2.id] }
      assert.notStrictEqual(yield* mark({ reach: atV2 }), yield* mark({ reach: ofA, within: atV2 }))
    })
  )

  it.effect("PAR-021: suggests each name of an offer within reach once, and of global offers claimed there", () =>
    Effect.gen(function* () {
      const names = (q: string, reach = ofA, limit = 20) =>
        DeskFulfillments.use((all) => all.listOfferNames({ reach, q, limit }))
      assert.deepStrictEqual(yield* names("M"), [
        "Museum pass",
        "Mystery box",
        "Custom gift",
        "Room upgrade",
        "Welcome gift"
      ])
      assert.deepStrictEqual(yield* names("m", ofA, 2), ["Museum pass", "Mystery box"])
      assert.deepStrictEqual(yield* names("M", atV1), ["Mystery box", "Room upgrade", "Welcome gift"])
      assert.deepStrictEqual(yield* names("tránsfer", atV1), ["Airport transfer"])
      for (const q of ["badge", "draft", "%", "_", "'", "\u0301"]) assert.deepStrictEqual(yield* names(q), [], q)
      assert.deepStrictEqual(yield* names("harbour"), [])
      assert.deepStrictEqual(yield* names("harbour", everywhere), ["Harbour voucher", "Dinner at the harbour"])
      assert.deepStrictEqual(yield* names("o", nowhere), [])
    })
  )

  it.effect("PAR-024: returns charges, verificationRequired, note and version", () =>
    Effect.gen(function* () {
      const { fulfillment } = yield* DeskFulfillments.use((all) =>
        all.get({ reach: ofA, id: fulfillmentId("pending_approval"), now })
      )
      assert.deepStrictEqual(
        [fulfillment.charges, fulfillment.verificationRequired, fulfillment.note, fulfillment.version],
        [[{ assetType: "VALID", points: 220 }], false, "For two persons", 1]
      )
    })
  )
})
