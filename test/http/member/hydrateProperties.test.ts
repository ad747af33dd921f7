import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { venueDocumentId } from "../../../src/demo/venues.ts"
import { PropertyFilters } from "../../../src/domain/properties/PropertySearch.ts"
import { addDays } from "../../../src/domain/shared/calendar.ts"
import * as Member from "../../support/member.ts"
import { Service, at } from "../../support/http/service.ts"

const now = Effect.runSync(DateTime.now)
const dataset = demoDataset(now)
const published = dataset.properties.filter(({ status }) => status === "published")
const day = (days: number) => addDays(DateTime.formatIsoDateUtc(now), days)

const call = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
  const service = yield* Service
  const headers = Member.bearer(yield* Member.tokenFor("M1"))
  return yield* service.call(method, `/v1/members/properties/${path}`, {
    headers,
    ...(body === undefined ? {} : { body })
  })
})

const hydrate = (body: unknown) => call("POST", "search/hydrate", body)

layer(Member.layer({ dataset: () => dataset }))("hydrateProperties and listPropertyFilters", (it) => {
  it.effect("MEM-114: returns search items in the order of the request, without unknown and hidden properties", () =>
    Effect.gen(function* () {
      const ids = published
        .slice(5, 55)
        .map(({ documentId }) => documentId)
        .toReversed()
      const items = (yield* hydrate({ documentIds: ids })).each("items")
      assert.deepStrictEqual(
        items.map((item) => at(item, "documentId")),
        ids
      )
      const some = ["no such", venueDocumentId("V3"), venueDocumentId("V_hidden"), venueDocumentId("V1")]
      const answer = yield* hydrate({ documentIds: some, unknown: true })
      assert.deepStrictEqual(answer.each("items", "name"), ["Venue V3", "Venue V1"])
      const searched = yield* call("POST", "search", { location: { city: "Tokyo" }, brands: ["Brand A2"] })
      assert.deepStrictEqual(answer.at("items.0"), searched.at("items.0"))
    })
  )

  it.effect("MEM-114: with dates nightlyCost is the mean of those nights", () =>
    Effect.gen(function* () {
      const dates = { checkIn: day(1), checkOut: day(8) }
      const nights = dataset.propertyAvailability.filter(
        ({ date, propertyId }) => propertyId === 101 && date >= dates.checkIn && date < dates.checkOut
      )
      const mean = Math.round(nights.reduce((sum, night) => sum + night.nightlyCostPoints, 0) / 7)
      const answer = yield* hydrate({ documentIds: [venueDocumentId("V1")], dates })
      assert.deepStrictEqual(answer.each("items", "nightlyCost"), [mean])
      assert.notStrictEqual(mean, 8000)
    })
  )

  it.effect("MEM-114: accepts 1 to 50 ids; others, and past dates, are 400", () =>
    Effect.gen(function* () {
      const ids = published.map(({ documentId }) => documentId)
      assert.strictEqual((yield* hydrate({ documentIds: ids.slice(0, 50) })).status, 200)
      for (const body of [
        {},
        { documentIds: [] },
        { documentIds: ids.slice(0, 51) },
        { documentIds: "x" },
        { documentIds: [1] },
        { documentIds: ids.slice(0, 1), dates: { checkIn: day(-5), checkOut: day(1) } }
      ]) {
        const answer = yield* hydrate(body)
        assert.strictEqual(answer.status, 400, answer.text)
        assert.isTrue(Member.isFailure(answer))
      }
    })
  )

  it.effect("MEM-114: filters count published properties, and a search by a filter finds as many", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", "filters")
      const filters = yield* Schema.decodeUnknownEffect(PropertyFilters)(answer.body)
      const costs = published.map(({ nightlyCostPoints }) => nightlyCostPoints)
      assert.deepStrictEqual(filters.priceRange, { min: Math.min(...costs), max: Math.max(...costs) })
      assert.strictEqual(filters.maxGuests, 8)
      assert.deepInclude(filters.amenities, {
        id: "wifi",
        name: "Wifi",
        count: published.filter(({ amenities }) => amenities.includes("wifi")).length
      })
      for (const name of ["amenities", "propertyTypes", "brands", "tags"] as const) {
        const counts = filters[name].map(({ count }) => count)
        assert.deepStrictEqual(
          counts,
          counts.toSorted((a, b) => b - a)
        )
        const [first] = filters[name]
        assert.strictEqual((yield* call("POST", "search", { [name]: [first?.id] })).at("total"), first?.count)
      }
    })
  )
})
