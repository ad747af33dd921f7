import { assert } from "@effect/vitest"
import { DateTime, Effect, Option, Struct } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { offerId } from "../../src/demo/demoOffers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { type OfferName, offerNames, offerPlan, offerXid } from "../../src/demo/offerPlan.ts"
import { type StayFact, stays } from "../../src/demo/stays.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { type Offer, OfferId, OfferXid } from "../../src/domain/offers/Offer.ts"
import { OfferViews, type OfferViewsQuery } from "../../src/domain/offers/OfferViews.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { distanceKm } from "../../src/domain/places/geo.ts"
import { TierId } from "../../src/domain/programs/Program.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { noRow } from "../../src/domain/shared/Scalars.ts"
import * as OfferViewsLayer from "../../src/layers/repositories/OfferViewsLayer.ts"
import { offersDataset } from "../support/datasets/offersDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const part = offersDataset(now)

const [east, west] = [VenueId.make(9001), VenueId.make(9002)]
const [v1] = part.properties.filter(({ id }) => id === venues.V1.id)
const [spa] = part.offers.filter(({ id }) => id === offerId("spa"))

/** An offer like `spa`, for 10,000 + n points. */
const added = (n: number, change: Partial<Offer>): ReadonlyArray<Offer> =>
  spa === undefined
    ? []
    : [{ ...spa, id: OfferId.make(9100 + n), xid: OfferXid.make(`added-${n}`), pointsRequired: 10_000 + n, ...change }]

const venueAt = (id: VenueId, longitude: number) =>
  v1 === undefined
    ? []
    : [{ ...v1, id, documentId: `venue-${id}`, slug: `venue-${id}`, latitude: 10, longitude, name: `Venue ${id}` }]

/** A stay of M1 in each organization under one external id, the one in B later. */
const shared = (part.reservations[0] === undefined ? [] : [part.reservations[0]])
  .map((one) => ({ ...one, memberId: memberIds.M1, externalId: ReservationXid.make("SHARED") }))
  .flatMap((stay) => [
    { ...stay, id: ReservationId.make(9201), organizationId: organizationIds.A, propertyId: venues.V1.id },
    { ...stay, id: ReservationId.make(9202), organizationId: organizationIds.B, propertyId: venues.W1.id }
  ])

const dataset: Dataset = {
  ...part,
  properties: [...part.properties, ...venueAt(east, 179.9), ...venueAt(west, -179.9)],
  offers: [
    ...part.offers,
    ...added(1, { propertyId: east }),
    ...added(2, { propertyId: west }),
    ...added(3, { status: "archived" }),
    ...added(4, { propertyId: venues.V_hidden.id, organizationId: organizationIds.D, categoryId: null }),
    ...added(5, { propertyId: venues.D2.id, organizationId: organizationIds.D, categoryId: null })
  ],
  reservations: [...part.reservations, ...shared],
  // M3 held the second tier until a moment ago, with the points of the first.
  enrolments: part.enrolments.map((one) =>
    one.memberId === memberIds.M3 ? { ...one, tierId: TierId.make(712), tierExpiresAt: now } : one
  )
}

const queryOf = (query: Partial<OfferViewsQuery> = {}): OfferViewsQuery => ({
  memberId: memberIds.M1,
  now,
  venue: undefined,
  circle: undefined,
  categoryId: undefined,
  redemptionType: undefined,
  limit: 100,
  offset: 0,
  ...query
})

const names = new Map<string, string>(offerNames.map((name) => [offerXid(name), name]))
const nameOf = ({ xid }: { readonly xid: string }) => names.get(xid) ?? xid

const list = Effect.fnUntraced(function* (query: Partial<OfferViewsQuery> = {}) {
  const page = yield* OfferViews.use((offers) => offers.list(queryOf(query)))
  return { ...page, names: page.items.map(nameOf) }
})

const planned = (holds: (name: OfferName) => boolean): ReadonlyArray<string> =>
  offerNames.filter((name) => name !== "ended" && name !== "draft" && holds(name))

const isGlobal = (name: OfferName) => offerPlan[name].venue === null
const isOfA = (name: OfferName) => offerPlan[name].organization === "A"

const same = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) => assert.deepStrictEqual(a.toSorted(), b.toSorted())

const find = (name: OfferName, of: Partial<Parameters<OfferViews["Service"]["find"]>[0]> = {}) =>
  OfferViews.use((offers) =>
    offers.find({
      memberId: memberIds.M1,
      offerId: offerXid(name),
      propertyId: undefined,
      reservationId: undefined,
      now,
      ...of
    })
  ).pipe(Effect.map(Option.getOrThrow))

const stayNamed = (name: string): StayFact | undefined => stays.find((stay) => stay.name === name)

twins("OfferViews", OfferViewsLayer, dataset, (it) => {
  it.effect(
    "MEM-057, MEM-118: lists every organization's published offers that have not ended, by price, then id",
    () =>
      Effect.gen(function* () {
        const page = yield* list()
        same(page.names, [...planned(() => true), "added-1", "added-2", "added-5"])
        assert.strictEqual(page.total, page.items.length)
        const keys = page.items.map(({ pointsRequired, xid }) => `${String(pointsRequired).padStart(9, "0")} ${xid}`)
        assert.deepStrictEqual(keys, keys.toSorted())
        assert.isFalse(page.hasDueClaims)
      })
  )

  it.effect("MEM-118, PUB-018: offers of a hidden venue are listed and counted only for that venue", () =>
    Effect.gen(function* () {
      const { V_hidden } = venues
      const here = yield* list({ venue: { id: V_hidden.id, organizationId: organizationIds.D } })
      assert.deepStrictEqual([here.names, here.total], [["added-4"], 1])
      const { latitude, longitude } = V_hidden
      const around = yield* list({ circle: { latitude, longitude, radiusKm: 1 } })
      same(around.names, planned(isGlobal))
      assert.strictEqual(around.total, around.names.length)
      const hidden = yield* find("spa", { offerId: OfferXid.make("added-4") })
      assert.deepStrictEqual([hidden.isHidden, hidden.standing.venue?.id], [true, V_hidden.id])
      for (const name of ["spa", "b_drink"] as const) assert.isFalse((yield* find(name)).isHidden)
    })
  )

  it.effect("MEM-066: an offer is listed until the moment it ends", () =>
    Effect.gen(function* () {
      const end = DateTime.subtract(now, { hours: 24 })
      const before = yield* list({ now: DateTime.subtract(end, { milliseconds: 1 }) })
      assert.include(before.names, "ended")
      const at = yield* list({ now: end })
      assert.notInclude(at.names, "ended")
      assert.deepStrictEqual([before.total, at.total], [before.items.length, before.items.length - 1])
    })
  )

  it.effect("MEM-058: pages without gaps or repeats, and returns the total past the end too", () =>
    Effect.gen(function* () {
      const whole = yield* list()
      const pages = yield* Effect.forEach([0, 10, 20, 30], (offset) => list({ limit: 10, offset }))
      assert.deepStrictEqual(
        pages.flatMap((page) => page.names),
        whole.names
      )
      const beyond = yield* list({ offset: 1000 })
      assert.deepStrictEqual([beyond.total, beyond.names], [whole.total, []])
      const atV1 = { venue: { id: venues.V1.id, organizationId: organizationIds.A } }
      const here = yield* list(atV1)
      const parts = yield* Effect.forEach([0, 5, 10, 15, 20], (offset) => list({ ...atV1, limit: 5, offset }))
      assert.deepStrictEqual(
        parts.flatMap((page) => page.names),
        here.names
      )
    })
  )

  it.effect("MEM-060: a venue filter keeps its own offers and the global ones of its organization", () =>
    Effect.gen(function* () {
      const atV1 = yield* list({ venue: { id: venues.V1.id, organizationId: OrganizationId.make(1) } })
      same(
        atV1.names,
        planned((name) => isOfA(name) && (isGlobal(name) || offerPlan[name].venue === "V1"))
      )
      assert.strictEqual(atV1.total, atV1.items.length)
      const atW1 = yield* list({ venue: { id: venues.W1.id, organizationId: OrganizationId.make(2) } })
      same(atW1.names, ["b_drink", "b_dinner", "b_voucher"])
      assert.deepStrictEqual(
        (yield* list({ venue: { id: VenueId.make(noRow), organizationId: OrganizationId.make(noRow) } })).total,
        0
      )
    })
  )

  it.effect("MEM-060: filters by category and redemption type, alone and together", () =>
    Effect.gen(function* () {
      same(
        (yield* list({ categoryId: 801 })).names,
        planned((name) => offerPlan[name].category === "Dining")
      )
      same(
        (yield* list({ redemptionType: "externalCode" })).names,
        planned((name) => offerPlan[name].type === "externalCode")
      )
      const both = yield* list({ categoryId: 804, redemptionType: "externalCode" })
      assert.deepStrictEqual([both.names, both.total], [["museum"], 1])
      const here = yield* list({ categoryId: 801, venue: { id: venues.V3.id, organizationId: OrganizationId.make(1) } })
      same(
        here.names,
        planned((name) => offerPlan[name].category === "Dining" && isOfA(name) && offerPlan[name].venue !== "V1")
      )
      assert.deepStrictEqual(
        [(yield* list({ categoryId: 9 })).names, (yield* list({ redemptionType: "%" })).total],
        [[], 0]
      )
    })
  )

  it.effect("MEM-059: a circle keeps offers of venues within it, to the metre, and every global one", () =>
    Effect.gen(function* () {
      const from = { latitude: 38.5, longitude: -9 }
      const radiusKm = distanceKm(from, venues.V1)
      const global = planned(isGlobal)
      const inside = yield* list({ circle: { ...from, radiusKm: radiusKm + 0.001 } })
      same(
        inside.names,
        planned((name) => isGlobal(name) || offerPlan[name].venue === "V1")
      )
      const outside = yield* list({ circle: { ...from, radiusKm: radiusKm - 0.001 } })
      same(outside.names, global)
      assert.deepStrictEqual([inside.total, outside.total], [inside.items.length, global.length])
      const whole = yield* list({ circle: { ...from, radiusKm: 20_040 } })
      assert.strictEqual(whole.total, (yield* list()).total)
    })
  )

  it.effect("MEM-059: a circle may cross the antimeridian, and combines with a venue filter", () =>
    Effect.gen(function* () {
      const across = { latitude: 10, longitude: -179.95, radiusKm: 50 }
      const added = (all: ReadonlyArray<string>) => all.filter((name) => name.startsWith("added"))
      assert.deepStrictEqual(added((yield* list({ circle: across })).names), ["added-1", "added-2"])
      assert.deepStrictEqual(added((yield* list({ circle: { ...across, radiusKm: 10 } })).names), ["added-2"])
      const named = yield* list({ circle: across, venue: { id: east, organizationId: OrganizationId.make(1) } })
      assert.deepStrictEqual(added(named.names), ["added-1"])
      const away = yield* list({ circle: across, venue: { id: venues.V1.id, organizationId: OrganizationId.make(1) } })
      same(
        away.names,
        planned((name) => isOfA(name) && isGlobal(name))
      )
    })
  )

  it.effect("MEM-061: returns the whole offer, with its rules in the detail and without them in a list", () =>
    Effect.gen(function* () {
      const { standing } = yield* find("discount")
      const stored = dataset.offers.find(({ xid }) => xid === offerXid("discount"))
      assert.isDefined(stored)
      if (stored === undefined) return
      const { V3 } = venues
      assert.deepStrictEqual(standing, {
        ...Struct.omit(stored, ["categoryId", "propertyId", "status", "createdAt", "updatedAt"]),
        validUntil: stored.validUntil === null ? null : DateTime.formatIso(stored.validUntil),
        category: { id: 801, name: "Dining" },
        venue: {
          id: V3.id,
          organizationId: OrganizationId.make(1),
          documentId: venueDocumentId("V3"),
          name: "Venue V3",
          timezone: "Asia/Tokyo"
        },
        tierLevel: 2,
        spendable: standing.spendable,
        isInStock: true
      })
      const listed = (yield* list()).items.find(({ xid }) => xid === offerXid("discount"))
      assert.deepStrictEqual(listed, { ...standing, rules: null })
      const { standing: bare } = yield* find("b_drink")
      assert.deepStrictEqual([bare.category, bare.venue, bare.rules, bare.retailValue], [null, null, null, null])
      assert.deepStrictEqual((yield* find("season")).standing.checkInWindow, { from: "2026-03-14", to: "2026-04-13" })
    })
  )

  it.effect("MEM-061: finds an ended offer, but no draft, archived or unknown one", () =>
    Effect.gen(function* () {
      const offers = yield* OfferViews
      const of = { memberId: memberIds.M1, propertyId: undefined, reservationId: undefined, now }
      for (const offerId of [offerXid("draft"), "added-3", " ", "unknown", offerXid("spa").toUpperCase()]) {
        assert.isTrue(Option.isNone(yield* offers.find({ ...of, offerId: OfferXid.make(offerId) })), offerId)
      }
      assert.strictEqual((yield* find("ended")).standing.name, "Ended offer")
    })
  )

  it.effect("MEM-062, MEM-118: returns the member's current tier in each organization", () =>
    Effect.gen(function* () {
      const level = (memberId: number, name: OfferName, at = now) =>
        Effect.map(find(name, { memberId: MemberId.make(memberId), now: at }), ({ standing }) => standing.tierLevel)
      assert.deepStrictEqual([yield* level(memberIds.M1, "spa"), yield* level(memberIds.M1, "b_drink")], [2, 0])
      assert.deepStrictEqual([yield* level(memberIds.M2, "spa"), yield* level(memberIds.M2, "b_drink")], [3, 1])
      assert.deepStrictEqual([yield* level(memberIds.M9, "spa"), yield* level(memberIds.M9, "b_drink")], [0, 2])
      assert.strictEqual(yield* level(memberIds.M_new, "spa"), 0)
      const before = DateTime.subtract(now, { milliseconds: 1 })
      assert.deepStrictEqual([yield* level(memberIds.M3, "spa", before), yield* level(memberIds.M3, "spa")], [2, 1])
      const listed = (yield* list({ memberId: memberIds.M2 })).items
      assert.deepStrictEqual(
        [...new Set(listed.map(({ organizationId, tierLevel }) => `${organizationId} ${tierLevel}`))].toSorted(),
        ["1 3", "2 1", "4 0"]
      )
    })
  )

  it.effect("MEM-062: returns the member's spendable points, without due lots", () =>
    Effect.gen(function* () {
      const lots = dataset.walletLots.filter(({ memberId }) => memberId === memberIds.M1)
      for (const days of [0, 9, 11, 61, 5000]) {
        const at = DateTime.add(now, { days })
        const left = lots.filter(({ expiresAt }) => expiresAt === null || DateTime.isGreaterThan(expiresAt, at))
        const expected = left.reduce((sum, { remaining }) => sum + remaining, 0)
        assert.strictEqual((yield* find("spa", { now: at })).standing.spendable, expected, `${days} days on`)
        assert.strictEqual((yield* list({ now: at, limit: 1 })).items[0]?.spendable, expected)
      }
      assert.strictEqual((yield* find("spa", { memberId: memberIds.M_new })).standing.spendable, 0)
    })
  )

  it.effect("MEM-088: isInStock is false when no usable pool has a code left", () =>
    Effect.gen(function* () {
      const inStock = (name: OfferName, at = now) =>
        Effect.map(find(name, { now: at }), ({ standing }) => standing.isInStock)
      assert.deepStrictEqual(
        [yield* inStock("dinner"), yield* inStock("museum"), yield* inStock("sold_out"), yield* inStock("spa")],
        [true, true, false, true]
      )
      // Its pool had not yet expired ten days ago.
      assert.isTrue(yield* inStock("sold_out", DateTime.subtract(now, { days: 10 })))
      const listed = (yield* list()).items.filter(({ isInStock }) => !isInStock)
      assert.deepStrictEqual(listed.map(nameOf), ["sold_out"])
    })
  )

  it.effect("MEM-060: finds a published venue and the member's own stay, and no hidden, foreign or unknown one", () =>
    Effect.gen(function* () {
      const offers = yield* OfferViews
      const place = (propertyId?: string, reservationId?: ReservationXid, memberId = memberIds.M1) =>
        offers.findPlace({ memberId, propertyId, reservationId })
      const { V1 } = venues
      const lisbon = {
        id: V1.id,
        organizationId: organizationIds.A,
        documentId: venueDocumentId("V1"),
        name: "Venue V1",
        timezone: "Europe/Lisbon"
      }
      assert.deepStrictEqual(yield* place(), { venue: null, stay: null })
      const open = stayNamed("open")
      assert.deepStrictEqual(yield* place(venueDocumentId("V1"), open?.externalId), {
        venue: lisbon,
        stay: {
          id:
            dataset.reservations.find(({ externalId }) => externalId === open?.externalId)?.id ??
            ReservationId.make(noRow),
          externalId: open?.externalId ?? ReservationXid.make("missing"),
          status: "confirmed",
          checkIn: "2026-03-05",
          checkOut: "2026-03-07",
          venue: lisbon
        }
      })
      const nothing = yield* place(venueDocumentId("V_hidden"), open?.externalId, memberIds.M2)
      assert.deepStrictEqual(nothing, { venue: null, stay: null })
      assert.deepStrictEqual(yield* place("unknown", ReservationXid.make("unknown")), { venue: null, stay: null })
      assert.isNull((yield* place(undefined, stayNamed("no_dates")?.externalId)).stay?.checkIn)
      const standing = yield* find("spa", { propertyId: venueDocumentId("V2"), reservationId: open?.externalId })
      assert.deepStrictEqual(
        [standing.place.venue?.documentId, standing.place.stay?.venue],
        [venueDocumentId("V2"), lisbon]
      )
    })
  )

  it.effect(
    "MEM-060: of stays with the same external id, uses that of the offer's organization, or of the named venue's, else the latest",
    () =>
      Effect.gen(function* () {
        const organization = (name: OfferName) =>
          Effect.map(
            find(name, { reservationId: ReservationXid.make("SHARED") }),
            ({ place }) => place.stay?.venue.organizationId
          )
        assert.deepStrictEqual([yield* organization("spa"), yield* organization("b_drink")], [1, 2])
        const at = (propertyId?: string) =>
          Effect.map(
            OfferViews.use((offers) =>
              offers.findPlace({ memberId: memberIds.M1, propertyId, reservationId: ReservationXid.make("SHARED") })
            ),
            ({ stay }) => stay?.venue.organizationId
          )
        assert.deepStrictEqual([yield* at(), yield* at("unknown"), yield* at(venueDocumentId("V2"))], [2, 2, 1])
        assert.deepStrictEqual([yield* at(venueDocumentId("W1")), yield* at(venueDocumentId("D2"))], [2, 2])
      })
  )

  it.effect("MEM-117: hasDueClaims is true once a claim of the member has fallen due", () =>
    Effect.gen(function* () {
      const later = DateTime.add(now, { days: 40 })
      assert.deepStrictEqual([(yield* find("spa")).hasDueClaims, (yield* list()).hasDueClaims], [false, false])
      assert.deepStrictEqual(
        [(yield* find("spa", { now: later })).hasDueClaims, (yield* list({ now: later })).hasDueClaims],
        [true, true]
      )
      assert.isFalse((yield* find("spa", { now: later, memberId: memberIds.M9 })).hasDueClaims)
    })
  )
})
