import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { brandDocumentId } from "../../src/demo/demoBrands.ts"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { boundsAround, distanceKm, isWithin } from "../../src/domain/places/geo.ts"
import { matchesFilter, nightsOf, offeredFor } from "../../src/domain/properties/matchesFilter.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { type CatalogQuery, pointsOf, PropertyCatalog } from "../../src/domain/properties/PropertyCatalog.ts"
import type { PropertyFilter, StayDates } from "../../src/domain/properties/PropertyFilter.ts"
import { rankOf } from "../../src/domain/properties/rankOf.ts"
import { toPropertyItem } from "../../src/domain/properties/toPropertyItem.ts"
import * as PropertyCatalogLayer from "../../src/layers/repositories/PropertyCatalogLayer.ts"
import { twins } from "../support/twins.ts"

const demo = demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

/** Two properties at one place and one at a pole, of equal quality, so that order and distance have ties. */
const alike = demo.properties
  .filter(({ id }) => [20_002, 20_003, 20_004].includes(id))
  .map((row, index) => ({
    ...row,
    id: VenueId.make(90_001 + index),
    documentId: `alike ${index}`,
    slug: `alike-${index}`,
    city: "L'Île-d'Été",
    state: "Ærø Søndre",
    country: "France",
    latitude: index === 2 ? 90 : 10.5,
    longitude: index === 2 ? 12 : 180,
    guestRating: 4.35,
    reviewCount: 3,
    starRating: null
  }))

/** Properties a centimetre apart, the nearest to the north pole last. */
const adjacent = alike.slice(0, 1).flatMap((row) =>
  [89, 89.000_000_09, 89.000_000_18].map((latitude, index) => ({
    ...row,
    id: VenueId.make(90_011 + index),
    documentId: `adjacent ${index}`,
    slug: `adjacent-${index}`,
    latitude
  }))
)

const dataset = { ...demo, properties: [...demo.properties, ...alike, ...adjacent] }

const stay: StayDates = { checkIn: "2026-03-10", checkOut: "2026-03-14" }

const nightsFree = Map.groupBy(
  dataset.propertyAvailability.filter(({ roomsLeft }) => roomsLeft > 0),
  ({ propertyId }) => propertyId
)

const offered = (property: (typeof dataset.properties)[number], dates: StayDates | undefined) => {
  const nights = dates === undefined ? undefined : nightsOf(dates)
  const free = (nightsFree.get(property.id) ?? []).filter(
    ({ date }) => dates !== undefined && date >= dates.checkIn && date < dates.checkOut
  )
  return offeredFor(property.nightlyCostPoints, nights, free)
}

const brandsById = new Map(dataset.brands.map((brand) => [brand.id, brand]))

const matching = (filter: PropertyFilter) =>
  dataset.properties.flatMap((property) => {
    const brand = brandsById.get(property.brandId)
    if (brand === undefined) return []
    const found = { property, brand, offered: offered(property, filter.stay) }
    return matchesFilter(filter, found, found.offered) ? [found] : []
  })

const ids = (filter: PropertyFilter) => matching(filter).map(({ property }) => property.id)

const circle = (latitude: number, longitude: number, radiusKm: number): PropertyFilter => ({
  circle: { latitude, longitude, radiusKm },
  bounds: boundsAround({ latitude, longitude }, radiusKm)
})

/** Every part of a filter alone, at its edges, and together. */
const filters: ReadonlyArray<PropertyFilter> = [
  {},
  { stay },
  { stay, onlyAvailable: true },
  { stay: { checkIn: "2026-03-10", checkOut: "2026-03-11" }, onlyAvailable: true, maxCost: 9000 },
  { stay, minCost: 6000, maxCost: 12_000.5 },
  { stay: { checkIn: "2026-03-01", checkOut: "9999-12-31" }, onlyAvailable: true },
  circle(41.3874, 2.1686, 4),
  circle(-16.8, -179.97, 30),
  circle(10.5, -179.9, 50),
  circle(89, 100, 200),
  circle(0, 0, 30_000),
  { bounds: { north: 10.5, south: 10.5, east: 180, west: 180 } },
  { bounds: { north: 90, south: -90, east: 180, west: -180 } },
  { bounds: { north: 20, south: -60, east: -150, west: 150 } },
  { bounds: { north: 90, south: 90, east: 12, west: 12 } },
  { city: "l ile d ete" },
  { city: "lile dete" },
  { state: "aero sondre" },
  { state: "zeeland", regions: [{ state: ["zeeland", "aero sondre"], country: ["france", "fr"] }] },
  { state: "california", regions: [{ state: ["california", "ca"], country: ["united states"] }] },
  { state: "ca", regions: [{ state: ["ca"], country: ["france"] }], country: ["united states"] },
  { regions: [{ state: ["ca"], country: ["france"] }], maxGuests: 3 },
  { country: ["france", "fr", "fra"] },
  { country: [] },
  { minCost: 4000, maxCost: 4000 },
  { minCost: 4000.01, maxCost: 1e300 },
  { guestRating: 4.4 },
  { guestRating: 5 },
  { amenities: ["wifi", "spa"] },
  { amenities: ["x", "y'; --"] },
  { propertyTypes: ["villa", "resort"] },
  { brands: [brandDocumentId("F2"), "Brand B1", "nobody"] },
  { tags: ["quiet", "design"], maxGuests: 5 },
  { maxGuests: 9_000_000_000 },
  { maxGuests: 3.5 },
  { maxGuests: 0 },
  { maxGuests: -1e300 },
  { maxGuests: 1e300 },
  { ...circle(41.3874, 2.1686, 10), stay, amenities: ["wifi"], guestRating: 3, tags: ["city"], minCost: 5000 }
]

const query = (change: Partial<CatalogQuery> = {}): CatalogQuery => ({
  filter: {},
  sort: "recommended",
  seed: 1,
  origin: undefined,
  limit: 100,
  offset: 0,
  markerCap: undefined,
  ...change
})

twins("PropertyCatalog", PropertyCatalogLayer, dataset, (it) => {
  it.effect("MEM-014, MEM-015, MEM-016, MEM-017, MEM-018, MEM-028: list, points and count apply the same filter", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      for (const filter of filters) {
        const expected = ids(filter).toSorted((a, b) => a - b)
        const what = JSON.stringify(filter)
        const points = pointsOf(yield* catalog.listPoints(filter))
        assert.deepStrictEqual(
          points.map(({ id }) => id),
          expected,
          what
        )
        assert.strictEqual(yield* catalog.count(filter), expected.length, what)
        const page = yield* catalog.list(query({ filter, markerCap: 10_000 }))
        assert.strictEqual(page.total, expected.length, what)
        assert.sameMembers(
          page.markers.map(({ id }) => id),
          expected,
          what
        )
      }
    })
  )

  it.effect("MEM-014, MEM-030: with dates, a point has availability and the nightly cost", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const points = pointsOf(yield* catalog.listPoints({ stay }))
      const expected = matching({ stay }).map(({ property: { id, latitude, longitude }, offered: now }) => ({
        id,
        latitude,
        longitude,
        ...now
      }))
      assert.deepStrictEqual(
        points,
        expected.toSorted((a, b) => a.id - b.id)
      )
      assert.isTrue(points.some(({ available }) => available === true))
      assert.isTrue(points.some(({ available }) => available === false))
      const [one] = pointsOf(yield* catalog.listPoints({ city: "lima" }))
      assert.isNull(one?.available)
    })
  )

  it.effect("MEM-023, MEM-012: the recommended order is by rank of seed and quality, ties by id", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      for (const seed of [0, 1, 2_147_483_648, 4_294_967_295]) {
        const expected = matching({}).toSorted(
          (a, b) => rankOf(seed, b.property) - rankOf(seed, a.property) || a.property.id - b.property.id
        )
        const { markers } = yield* catalog.list(query({ seed, markerCap: 10_000, limit: 1 }))
        assert.deepStrictEqual(
          markers.map(({ id }) => id),
          expected.map(({ property }) => property.id)
        )
      }
    })
  )

  it.effect("MEM-012: sorts by cost, by rating with the unrated last, and by distance, ties by id", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const origin = { latitude: 10, longitude: -179 }
      const orders = {
        price_low: ({ nightlyCostPoints }: { readonly nightlyCostPoints: number }) => nightlyCostPoints,
        price_high: ({ nightlyCostPoints }: { readonly nightlyCostPoints: number }) => -nightlyCostPoints,
        rating: ({ guestRating }: { readonly guestRating: number | null }) => -(guestRating ?? -1),
        distance: (row: { readonly latitude: number; readonly longitude: number }) =>
          Math.round(distanceKm(origin, row) * 1_000_000)
      }
      for (const sort of ["price_low", "price_high", "rating", "distance"] as const) {
        const expected = matching({}).toSorted(
          (a, b) => orders[sort](a.property) - orders[sort](b.property) || a.property.id - b.property.id
        )
        const page = yield* catalog.list(query({ sort, origin, offset: 5, markerCap: 10_000 }))
        assert.deepStrictEqual(
          page.markers.map(({ id }) => id),
          expected.map(({ property }) => property.id),
          sort
        )
        assert.deepStrictEqual(
          page.items.map(({ id }) => id),
          expected.slice(5, 105).map(({ property }) => property.id)
        )
      }
    })
  )

  it.effect("MEM-012: sorts by distance to the millimetre", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const filter = circle(89, 180, 1)
      const idsFrom = (latitude: number) =>
        Effect.map(
          catalog.list(query({ filter, sort: "distance", origin: { latitude, longitude: 180 } })),
          ({ items }) => items.map(({ id }) => id - 90_011)
        )
      assert.deepStrictEqual(yield* idsFrom(89), [0, 1, 2])
      assert.deepStrictEqual(yield* idsFrom(89.000_000_2), [2, 1, 0])
    })
  )

  it.effect("MEM-021: the bounds of the matches are the narrowest, also across the antimeridian", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const crossing = { bounds: { north: 20, south: -60, east: -150, west: 150 } }
      const longitudes = matching(crossing).map(({ property }) => property.longitude)
      const [eastern, western] = [longitudes.filter((one) => one >= 0), longitudes.filter((one) => one < 0)]
      assert.isTrue(eastern.length > 0 && western.length > 0)
      const { bounds } = yield* catalog.list(query({ filter: crossing }))
      assert.deepStrictEqual([bounds?.west, bounds?.east], [Math.min(...eastern), Math.max(...western)])
      const everywhere = (yield* catalog.list(query({ filter: {} }))).bounds ?? assert.fail("no bounds")
      assert.isBelow(everywhere.west, everywhere.east, "bounds around the whole globe do not cross the antimeridian")
      for (const filter of [crossing, { bounds: { north: 90, south: -90, east: 40, west: -40 } }, {}]) {
        const found = (yield* catalog.list(query({ filter }))).bounds ?? assert.fail("no bounds")
        const places = matching(filter).map(({ property }) => property)
        for (const place of places) assert.isTrue(isWithin(found, place))
        const width = (found.east - found.west + 360) % 360
        assert.isAtMost(
          width,
          Math.max(...places.map((one) => one.longitude)) - Math.min(...places.map((one) => one.longitude))
        )
      }
    })
  )

  it.effect(
    "MEM-019, MEM-021, MEM-022: items, total and bounds are of all matches, or of the first ones with a markerCap",
    () =>
      Effect.gen(function* () {
        const catalog = yield* PropertyCatalog
        const all = yield* catalog.list(query({ limit: 7, offset: 3 }))
        assert.deepStrictEqual([all.items.length, all.total, all.markers.length], [7, ids({}).length, 0])
        assert.deepStrictEqual([all.bounds?.north, all.total], [90, ids({}).length])
        const capped = yield* catalog.list(query({ limit: 7, offset: 3, markerCap: 8 }))
        assert.deepStrictEqual([capped.items, capped.total], [all.items.slice(0, 5), 8])
        assert.deepStrictEqual(
          capped.markers.slice(3).map(({ id }) => id),
          capped.items.map(({ id }) => id)
        )
        assert.deepStrictEqual(capped.bounds, {
          north: Math.max(...capped.markers.map(({ latitude }) => latitude)),
          south: Math.min(...capped.markers.map(({ latitude }) => latitude)),
          east: Math.max(...capped.markers.map(({ longitude }) => longitude)),
          west: Math.min(...capped.markers.map(({ longitude }) => longitude))
        })
        const none = yield* catalog.list(query({ filter: { city: "nowhere" }, markerCap: 8 }))
        assert.deepStrictEqual(none, { items: [], total: 0, bounds: undefined, markers: [] })
        assert.deepStrictEqual((yield* catalog.list(query({ offset: 5_000_000_000 }))).items, [])
      })
  )

  it.effect(
    "MEM-024, MEM-114: lists whole items by document id, at the cost of the dates, without hidden and unknown ones",
    () =>
      Effect.gen(function* () {
        const catalog = yield* PropertyCatalog
        const wanted = ["V1", "D2", "V_hidden"] as const
        const documentIds = [...wanted.map(venueDocumentId), "unknown"]
        const items = yield* catalog.listItems(documentIds, undefined)
        const expected = matching({}).filter(({ property }) => documentIds.includes(property.documentId))
        assert.sameDeepMembers([...items], expected.map(toPropertyItem))
        assert.strictEqual(items.length, 2)
        const [dated] = yield* catalog.listItems([venueDocumentId("V1")], stay)
        const v1 = matching({ stay }).find(({ property }) => property.id === venues.V1.id)
        assert.strictEqual(dated?.nightlyCost, v1?.offered.nightlyCost)
        assert.notStrictEqual(dated?.nightlyCost, v1?.property.nightlyCostPoints)
      })
  )

  it.effect("MEM-030: lists the name, rating and image of each existing id", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const faces = yield* catalog.listFaces([venues.V1.id, venues.D2.id, VenueId.make(1)])
      const v1 = dataset.properties.find(({ id }) => id === venues.V1.id)
      assert.sameDeepMembers(
        [...faces],
        [
          {
            id: venues.V1.id,
            name: "Venue V1",
            guestRating: v1?.guestRating ?? null,
            heroImage: { url: v1?.hero?.url ?? "", alt: v1?.hero?.alt ?? "" }
          },
          { id: venues.D2.id, name: "Venue D2", guestRating: null, heroImage: null }
        ]
      )
      assert.deepStrictEqual(yield* catalog.listFaces([]), [])
    })
  )

  it.effect("MEM-037: counts the properties in each circle, also across the antimeridian and around a pole", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const circles = [
        { latitude: 41.3874, longitude: 2.1686, radiusKm: 4 },
        { latitude: 0, longitude: 0, radiusKm: 1 },
        { latitude: -16.8, longitude: -179.97, radiusKm: 30 },
        { latitude: 89.9, longitude: -170, radiusKm: 50 },
        { latitude: 48.8566, longitude: 2.3522, radiusKm: 500 }
      ]
      assert.deepStrictEqual(
        yield* catalog.countAround(circles),
        circles.map((around) => ids({ circle: around }).length)
      )
      assert.deepStrictEqual(yield* catalog.countAround([]), [])
    })
  )

  it.effect("MEM-037: counts the properties whose state is a region of a country", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const usa = ["united states", "us"]
      const inState = (state: string, country: string) =>
        matching({}).filter(({ property }) => property.state === state && property.country === country).length
      const california = inState("CA", "United States")
      assert.isAbove(california, 0)
      assert.deepStrictEqual(
        yield* catalog.countWithin([
          { state: ["california", "ca"], country: usa },
          { state: ["aero sondre", "x"], country: ["fr", "france"] },
          { state: ["aero sondre"], country: usa },
          { state: ["ca", "ca"], country: usa },
          { state: ["ca"], country: [] }
        ]),
        [california, inState("Ærø Søndre", "France"), 0, california, 0]
      )
      assert.deepStrictEqual(yield* catalog.countWithin([]), [])
    })
  )

  it.effect("MEM-114: counts the filter choices, most frequent first, then by id", () =>
    Effect.gen(function* () {
      const catalog = yield* PropertyCatalog
      const all = matching({}).map(({ property }) => property)
      const { amenities, brands, maxGuests, priceRange, propertyTypes, tags } = yield* catalog.getFilters
      const costs = all.map(({ nightlyCostPoints }) => nightlyCostPoints)
      assert.deepStrictEqual(priceRange, { min: Math.min(...costs), max: Math.max(...costs) })
      assert.strictEqual(maxGuests, Math.max(...all.map((row) => row.maxGuests)))
      const counts = (values: ReadonlyArray<string>) =>
        [...new Set(values)]
          .map((id) => ({ id, count: values.filter((value) => value === id).length }))
          .toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
      assert.deepStrictEqual(amenities, counts(all.flatMap((row) => row.amenities)))
      assert.deepStrictEqual(propertyTypes, counts(all.map((row) => row.propertyType)))
      assert.deepStrictEqual(tags, counts(all.flatMap((row) => row.tags)))
      const brandOf = (id: number) => dataset.brands.find((brand) => brand.id === id)
      const expected = counts(all.map((row) => brandOf(row.brandId)?.documentId ?? "")).map((choice) => ({
        ...choice,
        name: dataset.brands.find(({ documentId }) => documentId === choice.id)?.name
      }))
      assert.deepStrictEqual<unknown>(brands, expected)
    })
  )
})
