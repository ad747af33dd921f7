import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Predicate, Schema } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { isWithin } from "../../../src/domain/places/geo.ts"
import { PropertyMap } from "../../../src/domain/properties/PropertySearch.ts"
import { addDays } from "../../../src/domain/shared/calendar.ts"
import * as Member from "../../support/member.ts"
import { Service, at, recordOf } from "../../support/http/service.ts"

const now = Effect.runSync(DateTime.now)
const dataset = demoDataset(now)
const published = dataset.properties.filter(({ status }) => status === "published")
const day = (days: number) => addDays(DateTime.formatIsoDateUtc(now), days)

const barcelona = { north: 41.5, south: 41.25, east: 2.35, west: 2.0 }
const fiji = { north: -16, south: -18.5, east: -179, west: 177 }
const world = { north: 90, south: -90, east: 180, west: -180 }

const post = Effect.fnUntraced(function* (path: string, body: unknown) {
  const { call } = yield* Service
  return yield* call("POST", `/v1/members/properties/${path}`, {
    headers: Member.bearer(yield* Member.tokenFor("M1")),
    body
  })
})

const map = Effect.fnUntraced(function* (body: object) {
  const answer = yield* post("map", body)
  assert.strictEqual(answer.status, 200, answer.text)
  const drawn = yield* Schema.decodeUnknownEffect(PropertyMap)(answer.body)
  const clustered = drawn.clusters.reduce((sum, { propertyCount }) => sum + propertyCount, 0)
  assert.strictEqual(drawn.total, drawn.properties.length + clustered)
  return drawn
})

const within = (bounds: typeof world) => published.filter((row) => isWithin(bounds, row))

const refuses = Effect.fnUntraced(function* (bodies: Readonly<Record<string, unknown>>) {
  for (const [why, body] of Object.entries(bodies)) {
    const answer = yield* post("map", body)
    assert.strictEqual(answer.status, 400, `${why}: ${answer.text}`)
    assert.isTrue(Member.isFailure(answer), why)
  }
})

layer(Member.layer({ dataset: () => dataset, environment: { HUB_LIMIT_MEMBER: "100000" } }))("mapProperties", (it) => {
  it.effect("MEM-027: requires valid bounds and zoom; bounds with west > east cross the antimeridian", () =>
    Effect.gen(function* () {
      const across = yield* map({ bounds: fiji, zoom: 16 })
      assert.sameMembers(
        across.properties.map(({ id }) => id),
        within(fiji).map(({ id }) => id)
      )
      assert.isTrue(across.properties.some(({ longitude }) => longitude > 0))
      assert.isTrue(across.properties.some(({ longitude }) => longitude < 0))
      for (const side of ["north", "south", "east", "west"] as const) {
        const { [side]: _, ...three } = barcelona
        yield* refuses({
          [`no ${side}`]: { bounds: three, zoom: 10 },
          [`${side} as text`]: { bounds: { ...barcelona, [side]: "1" }, zoom: 10 }
        })
      }
      yield* refuses({
        "no bounds": { zoom: 10 },
        "no zoom": { bounds: barcelona },
        "zoom as text": { bounds: barcelona, zoom: "10" },
        "north below south": { bounds: { ...barcelona, north: 41 }, zoom: 10 },
        "latitude above 90": { bounds: { ...barcelona, north: 90.1 }, zoom: 10 },
        "latitude below -90": { bounds: { ...barcelona, south: -91 }, zoom: 10 },
        "dates reversed": { bounds: barcelona, zoom: 10, dates: { checkIn: day(5), checkOut: day(4) } },
        "price reversed": { bounds: barcelona, zoom: 10, filters: { priceRange: { min: 2, max: 1 } } },
        nothing: {}
      })
    })
  )

  it.effect("MEM-028: filters match as many properties as in a search, and past dates are refused", () =>
    Effect.gen(function* () {
      for (const filters of [
        {},
        { priceRange: { min: 5000, max: 9000 } },
        { propertyTypes: ["villa"] },
        { amenities: ["wifi", "spa"] },
        { brands: ["Brand F2"] },
        { guestRating: 4 },
        { priceRange: { max: 12_000 }, propertyTypes: ["hotel", "resort"], guestRating: 3, amenities: ["bar"] }
      ]) {
        const drawn = yield* map({ bounds: world, zoom: 3, filters })
        const searched = yield* post("search", filters)
        assert.strictEqual(drawn.total, searched.at("total"), JSON.stringify(filters))
        assert.isAbove(drawn.total, 0)
      }
      const dates = { checkIn: day(3), checkOut: day(5) }
      const priced = { priceRange: { max: 10_000 } }
      const drawn = yield* map({ bounds: world, zoom: 16, dates, filters: priced })
      const searched = yield* post("search", { ...priced, dates })
      assert.strictEqual(drawn.properties.filter(({ available }) => available === true).length, searched.at("total"))
      yield* refuses({ past: { bounds: world, zoom: 3, dates: { checkIn: day(-2), checkOut: day(3) } } })
    })
  )

  it.effect("MEM-029: enableClustering false yields no clusters at any zoom; clusterRadius is 50 by default", () =>
    Effect.gen(function* () {
      for (const zoom of [0, 9.9, 12, 20]) {
        const drawn = yield* map({ bounds: barcelona, zoom, enableClustering: false })
        assert.deepStrictEqual(drawn.clusters, [])
        assert.sameMembers(
          drawn.properties.map(({ id }) => id),
          within(barcelona).map(({ id }) => id)
        )
      }
      const at = (body: object) => map({ bounds: barcelona, zoom: 12, ...body })
      assert.deepStrictEqual(yield* at({ enableClustering: true, clusterRadius: 50 }), yield* at({}))
      assert.isBelow((yield* at({ clusterRadius: 200 })).clusters.length, (yield* at({})).clusters.length)
      yield* refuses({
        "radius 0": { bounds: barcelona, zoom: 12, clusterRadius: 0 },
        "radius below 0": { bounds: barcelona, zoom: 12, clusterRadius: -1 },
        "clustering as text": { bounds: barcelona, zoom: 12, enableClustering: "false" }
      })
    })
  )

  it.effect("MEM-030: properties have exactly these fields, and `available` only with dates", () =>
    Effect.gen(function* () {
      const plain = (yield* post("map", { bounds: barcelona, zoom: 16 })).each("properties")
      for (const item of plain) {
        const { id, latitude, longitude, name, nightlyCost, guestRating, heroImage, ...rest } = recordOf(item)
        const row = published.find((property) => property.id === id)
        assert.deepStrictEqual(rest, {})
        assert.deepStrictEqual<unknown>(
          { latitude, longitude, name, nightlyCost, guestRating: guestRating ?? null, heroImage: heroImage ?? null },
          {
            latitude: row?.latitude,
            longitude: row?.longitude,
            name: row?.name,
            nightlyCost: row?.nightlyCostPoints,
            guestRating: row?.guestRating,
            heroImage: row?.hero ?? null
          }
        )
      }
      const dates = { checkIn: day(2), checkOut: day(3) }
      const dated = (yield* post("map", { bounds: barcelona, zoom: 16, dates })).each("properties")
      assert.strictEqual(dated.length, plain.length)
      const available = dated.map((item) => at(item, "available"))
      assert.isTrue(available.every(Predicate.isBoolean))
      assert.includeMembers(available, [true, false])
    })
  )

  it.effect("MEM-031, MEM-032: clusters have count, position, bounds and costs; viewport echoes the request", () =>
    Effect.gen(function* () {
      const drawn = yield* map({ bounds: barcelona, zoom: 11.5 })
      assert.deepStrictEqual(drawn.viewport, { bounds: barcelona, zoom: 11.5 })
      assert.strictEqual(drawn.total, within(barcelona).length)
      assert.isAbove(drawn.clusters.length, 0)
      for (const { averageCost, bounds, costRange, latitude, longitude, propertyCount } of drawn.clusters) {
        assert.isAtLeast(propertyCount, 2)
        assert.isTrue(isWithin(bounds, { latitude, longitude }))
        assert.isTrue(costRange.min <= averageCost && averageCost <= costRange.max)
        assert.isTrue(Number.isInteger(averageCost))
      }
      assert.strictEqual(new Set(drawn.clusters.map(({ id }) => id)).size, drawn.clusters.length)
      assert.deepStrictEqual(yield* map({ bounds: barcelona, zoom: 11.5 }), drawn)
    })
  )

  it.effect("MEM-033: no clusters above zoom 15; fewer groups at 10 than at 15, fewer and larger below 10", () =>
    Effect.gen(function* () {
      const at = (zoom: number) => map({ bounds: barcelona, zoom })
      const groups = ({ clusters, properties }: typeof PropertyMap.Type) => clusters.length + properties.length
      for (const zoom of [15.01, 16, 30]) assert.deepStrictEqual((yield* at(zoom)).clusters, [])
      const [dense, ten, below] = [yield* at(15), yield* at(10), yield* at(9.9)]
      assert.isAbove(dense.clusters.length, 0)
      assert.isAbove(groups(dense), groups(ten))
      assert.isBelow(groups(below), groups(ten))
      const largest = ({ clusters }: typeof PropertyMap.Type) =>
        Math.max(...clusters.map(({ propertyCount }) => propertyCount))
      assert.isAbove(largest(below), largest(ten))
      const [worldTen, worldBelow] = [yield* map({ bounds: world, zoom: 10 }), yield* map({ bounds: world, zoom: 9.9 })]
      assert.isBelow(groups(worldBelow), groups(worldTen))
      assert.strictEqual(worldBelow.total, published.length)
    })
  )
})
