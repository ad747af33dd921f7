import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { brandDocumentId } from "../../../src/demo/demoBrands.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { venues } from "../../../src/demo/venues.ts"
import { distanceKm } from "../../../src/domain/places/geo.ts"
import { PropertySearchPage } from "../../../src/domain/properties/PropertySearch.ts"
import { addDays } from "../../../src/domain/shared/calendar.ts"
import * as Member from "../../support/member.ts"
import { Service, at, keysOf } from "../../support/http/service.ts"

const now = Effect.runSync(DateTime.now)
const dataset = demoDataset(now)
const published = dataset.properties.filter(({ status }) => status === "published")
const day = (days: number) => addDays(DateTime.formatIsoDateUtc(now), days)

const barcelona = { latitude: 41.3874, longitude: 2.1686 }

const post = Effect.fnUntraced(function* (body?: unknown, name: "M1" | "M2" = "M1") {
  const { call } = yield* Service
  return yield* call("POST", "/v1/members/properties/search", {
    headers: Member.bearer(yield* Member.tokenFor(name)),
    ...(body === undefined ? {} : { body })
  })
})

/** The page as clients decode it; fails if it does not fit the contract. */
const search = Effect.fnUntraced(function* (body?: unknown, name: "M1" | "M2" = "M1") {
  const answer = yield* post(body, name)
  assert.strictEqual(answer.status, 200, answer.text)
  return yield* Schema.decodeUnknownEffect(PropertySearchPage)(answer.body)
})

const stored = (id: number) => {
  const property = published.find((row) => row.id === id)
  if (property === undefined) throw new Error(`property ${id} is not published`)
  return property
}

const refuses = Effect.fnUntraced(function* (bodies: Readonly<Record<string, unknown>>) {
  for (const [why, body] of Object.entries(bodies)) {
    const answer = yield* post(body)
    assert.strictEqual(answer.status, 400, `${why}: ${answer.text}`)
    assert.isTrue(Member.isFailure(answer), why)
  }
})

layer(Member.layer({ dataset: () => dataset, environment: { HUB_LIMIT_MEMBER: "100000" } }))(
  "searchProperties",
  (it) => {
    it.effect("MEM-010, MEM-004: without a body, or with an empty one, returns the first 20 properties", () =>
      Effect.gen(function* () {
        for (const body of [undefined, {}, { unknown: 1 }]) {
          const page = yield* search(body)
          assert.deepStrictEqual([page.items.length, page.limit, page.offset], [20, 20, 0])
          assert.strictEqual(page.total, published.length)
        }
        const { call } = yield* Service
        for (const type of ["application/json", "text/plain;charset=UTF-8"]) {
          const headers = { ...Member.bearer(yield* Member.tokenFor("M1")), "content-type": type }
          assert.strictEqual((yield* call("POST", "/v1/members/properties/search", { headers })).status, 200, type)
        }
      })
    )

    it.effect("MEM-011: clamps the limit to 100 and echoes it; refuses an invalid limit or offset", () =>
      Effect.gen(function* () {
        const page = yield* search({ limit: 101 })
        assert.deepStrictEqual([page.limit, page.items.length], [100, 100])
        for (const limit of [1_000_000_000_000, 1e17, 1e300]) {
          assert.strictEqual((yield* search({ limit })).limit, 100, String(limit))
        }
        assert.strictEqual((yield* search({ limit: 1 })).items.length, 1)
        const beyond = yield* search({ offset: 5_000_000_000 })
        assert.deepStrictEqual([beyond.items.length, beyond.total, beyond.offset], [0, published.length, 5_000_000_000])
        yield* refuses({
          "limit 0": { limit: 0 },
          "limit -1": { limit: -1 },
          "limit 1.5": { limit: 1.5 },
          "limit text": { limit: "5" },
          "limit null": { limit: null },
          "offset -1": { offset: -1 },
          "offset 0.5": { offset: 0.5 }
        })
      })
    )

    it.effect("MEM-012: sorts by cost, rating or distance, then by id", () =>
      Effect.gen(function* () {
        const all = { limit: 100, location: { ...barcelona, radius: 60 } }
        const low = (yield* search({ ...all, sort: "price_low" })).items
        const high = (yield* search({ ...all, sort: "price_high" })).items
        const rating = (yield* search({ ...all, sort: "rating" })).items
        const near = (yield* search({ ...all, sort: "distance" })).items
        const by = (...keys: ReadonlyArray<number>) => keys
        const ascending = (keys: ReadonlyArray<ReadonlyArray<number>>) => {
          for (const [index, key] of keys.entries()) {
            const before = keys[index - 1]
            if (before === undefined) continue
            const at = key.findIndex((value, place) => value !== before[place])
            assert.isTrue(at !== -1 && (key[at] ?? 0) > (before[at] ?? 0), `${before.join()} before ${key.join()}`)
          }
        }
        ascending(low.map((item) => by(item.nightlyCost, item.id)))
        ascending(high.map((item) => by(-item.nightlyCost, item.id)))
        ascending(rating.map((item) => by(-(item.guestRating ?? 0), item.id)))
        ascending(near.map((item) => by(Math.round(distanceKm(barcelona, item.address) * 1_000_000), item.id)))
        const last = yield* search({ sort: "rating", limit: 100, offset: published.length - 100 })
        assert.isNull(last.items.at(-1)?.guestRating ?? null)
        yield* refuses({
          "unknown order": { sort: "cheapest" },
          "distance from nowhere": { sort: "distance" },
          "distance from a city": { sort: "distance", location: { city: "Lisbon" } }
        })
      })
    )

    it.effect("MEM-013, MEM-020: returns markers only with includeMarkers, with four fields each", () =>
      Effect.gen(function* () {
        for (const body of [{}, { includeMarkers: false }]) {
          assert.notProperty((yield* post({ ...body, location: { city: "Lisbon" } })).body, "markers")
        }
        const answer = yield* post({ includeMarkers: true, location: { city: "Lisbon" } })
        for (const marker of answer.each("markers")) {
          assert.deepStrictEqual(keysOf(marker).toSorted(), ["id", "latitude", "longitude", "nightlyCost"])
          const { id, latitude, longitude, nightlyCostPoints } = stored(Number(at(marker, "id")))
          assert.deepStrictEqual<unknown>(marker, { id, latitude, longitude, nightlyCost: nightlyCostPoints })
        }
        assert.strictEqual(answer.each("markers").length, answer.at("total"))
        const none = yield* post({ includeMarkers: true, location: { city: "nowhere" } })
        assert.deepStrictEqual(none.at("markers"), [])
        yield* refuses({ text: { includeMarkers: "true" }, number: { includeMarkers: 1 } })
      })
    )

    it.effect("MEM-014: dates match properties with a room on every night, at the mean cost of the nights", () =>
      Effect.gen(function* () {
        const dates = { checkIn: day(3), checkOut: day(6) }
        const nights = [3, 4, 5].map(day)
        const free = published.flatMap(({ id }) => {
          const rows = dataset.propertyAvailability.filter(
            (row) => row.propertyId === id && nights.includes(row.date) && row.roomsLeft > 0
          )
          const sum = rows.reduce((total, row) => total + row.nightlyCostPoints, 0)
          return rows.length === nights.length ? [{ id, nightlyCost: Math.round(sum / nights.length) }] : []
        })
        const page = yield* search({ dates, limit: 100, includeMarkers: true })
        const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id
        assert.isAbove(free.length, 50)
        assert.deepStrictEqual(
          (page.markers ?? []).map(({ id, nightlyCost }) => ({ id, nightlyCost })).toSorted(byId),
          free.toSorted(byId)
        )
        assert.strictEqual((yield* search({ dates: { checkIn: day(100), checkOut: day(101) } })).total, 0)
        assert.strictEqual((yield* post({ dates: { checkIn: day(-1), checkOut: day(1) } })).status, 200)
        yield* refuses({
          "no check-out": { dates: { checkIn: day(3) } },
          "no check-in": { dates: { checkOut: day(3) } },
          reversed: { dates: { checkIn: day(6), checkOut: day(3) } },
          "no night": { dates: { checkIn: day(3), checkOut: day(3) } },
          "no such date": { dates: { checkIn: "2026-02-30", checkOut: "2099-03-02" } },
          "another form": { dates: { checkIn: "1/2/2099", checkOut: "2099-03-02" } },
          past: { dates: { checkIn: day(-2), checkOut: day(3) } },
          text: { dates: day(3) }
        })
      })
    )

    it.effect("MEM-015: finds within a great-circle radius, by city or state in any case, or by country code", () =>
      Effect.gen(function* () {
        const near = yield* search({ location: { ...barcelona, radius: 5 }, includeMarkers: true })
        const within = published.filter((row) => distanceKm(barcelona, row) <= 5).map(({ id }) => id)
        assert.sameMembers(
          (near.markers ?? []).map(({ id }) => id),
          within
        )
        assert.isAbove(within.length, 20)
        const taveuni = { latitude: -16.8, longitude: -179.97, radius: 20 }
        const across = published.filter((row) => distanceKm(taveuni, row) <= 20)
        assert.isTrue(across.some(({ longitude }) => longitude > 0) && across.some(({ longitude }) => longitude < 0))
        assert.strictEqual((yield* search({ location: taveuni })).total, across.length)
        const ids = (location: unknown) =>
          Effect.map(search({ location, limit: 100, sort: "price_low" }), ({ items }) => items.map(({ id }) => id))
        const lima = yield* ids({ city: "Lima" })
        assert.sameMembers(
          lima,
          published.filter(({ city }) => city === "Lima").map(({ id }) => id)
        )
        assert.deepStrictEqual(yield* ids({ city: "LIMA" }), lima)
        assert.deepStrictEqual(yield* ids({ city: "montreal" }), yield* ids({ city: "Montréal" }))
        assert.sameMembers(
          yield* ids({ state: "ny" }),
          published.filter(({ state }) => state === "NY").map(({ id }) => id)
        )
        const portugal = yield* ids({ country: "PT" })
        assert.sameMembers(
          portugal,
          published.filter(({ country }) => country === "Portugal").map(({ id }) => id)
        )
        for (const country of ["pt", "PRT", "prt"]) assert.deepStrictEqual(yield* ids({ country }), portugal)
        assert.deepStrictEqual(yield* ids({ country: "PT", city: "Lima" }), [])
        yield* refuses({
          "latitude 91": { location: { latitude: 91, longitude: 0 } },
          "longitude 181": { location: { latitude: 0, longitude: 181 } },
          "radius 0": { location: { ...barcelona, radius: 0 } },
          "radius below 0": { location: { ...barcelona, radius: -1 } },
          "latitude alone": { location: { latitude: 1 } },
          "longitude alone": { location: { longitude: 1 } },
          "radius alone": { location: { radius: 5 } },
          "no code": { location: { country: "USA1" } },
          "no country": { location: { country: "QQ" } },
          "latitude as text": { location: { latitude: "1", longitude: 1 } }
        })
      })
    )

    it.effect(
      "MEM-016, MEM-017: priceRange is inclusive, either end optional; guestRating excludes lower and unrated ones",
      () =>
        Effect.gen(function* () {
          const cost = stored(20_001).nightlyCostPoints
          const exact = yield* search({ priceRange: { min: cost, max: cost }, limit: 100 })
          assert.isTrue(exact.items.some(({ id }) => id === 20_001))
          assert.isTrue(exact.items.every(({ nightlyCost }) => nightlyCost === cost))
          const count = (keep: (points: number) => boolean) =>
            published.filter(({ nightlyCostPoints }) => keep(nightlyCostPoints)).length
          assert.strictEqual(
            (yield* search({ priceRange: { min: cost } })).total,
            count((points) => points >= cost)
          )
          assert.strictEqual(
            (yield* search({ priceRange: { max: cost } })).total,
            count((points) => points <= cost)
          )
          assert.strictEqual(
            (yield* search({ priceRange: { min: cost + 0.5 } })).total,
            count((points) => points > cost)
          )
          assert.strictEqual((yield* search({ priceRange: { max: 1e300 } })).total, published.length)
          assert.strictEqual((yield* search({ priceRange: {} })).total, published.length)
          const rated = yield* search({ guestRating: 4, limit: 100 })
          assert.isTrue(rated.items.every(({ guestRating }) => (guestRating ?? 0) >= 4))
          assert.strictEqual(rated.total, published.filter(({ guestRating }) => (guestRating ?? 0) >= 4).length)
          yield* refuses({
            reversed: { priceRange: { min: 2, max: 1 } },
            negative: { priceRange: { min: -1 } },
            text: { priceRange: { max: "9000" } },
            "rating 0.9": { guestRating: 0.9 },
            "rating 5.1": { guestRating: 5.1 }
          })
        })
    )

    it.effect(
      "MEM-018: matches all amenities, any type, brand or tag, and maxGuests or more; unknown ids match nothing",
      () =>
        Effect.gen(function* () {
          const brand = (id: number) => dataset.brands.find((row) => row.id === id)?.documentId ?? ""
          const cases: ReadonlyArray<readonly [object, (row: (typeof published)[number]) => boolean]> = [
            [{ amenities: ["spa", "gym"] }, (row) => row.amenities.includes("spa") && row.amenities.includes("gym")],
            [{ propertyTypes: ["villa", "lodge"] }, (row) => ["villa", "lodge"].includes(row.propertyType)],
            [{ tags: ["quiet", "design"] }, (row) => row.tags.includes("quiet") || row.tags.includes("design")],
            [{ maxGuests: 6 }, (row) => row.maxGuests >= 6],
            [{ maxGuests: 1.5 }, (row) => row.maxGuests >= 1.5],
            [{ maxGuests: 0 }, () => true],
            [
              { brands: [brandDocumentId("F1"), "Brand A1"] },
              (row) => [brandDocumentId("F1"), brandDocumentId("A1")].includes(brand(row.brandId))
            ],
            [
              { amenities: ["wifi"], propertyTypes: ["hotel"], tags: ["city"], maxGuests: 2, guestRating: 3 },
              (row) =>
                row.amenities.includes("wifi") &&
                row.propertyType === "hotel" &&
                row.tags.includes("city") &&
                row.maxGuests >= 2 &&
                (row.guestRating ?? 0) >= 3
            ],
            [{ amenities: [], propertyTypes: [], brands: [], tags: [] }, () => true]
          ]
          for (const [body, keep] of cases) {
            const expected = published.filter(keep)
            assert.isAbove(expected.length, 0)
            assert.strictEqual((yield* search(body)).total, expected.length, JSON.stringify(body))
          }
          for (const name of ["amenities", "propertyTypes", "brands", "tags"]) {
            const none = yield* post({ [name]: ["no such"] })
            assert.deepStrictEqual([none.status, none.at("total"), none.at("items")], [200, 0, []])
            yield* refuses({ [name]: { [name]: "wifi" }, [`${name} of numbers`]: { [name]: [1] } })
          }
          yield* refuses({ guests: { maxGuests: "2" } })
        })
    )

    it.effect(
      "MEM-019, MEM-021: total and searchViewport cover all matches, whatever the page; no match has no viewport",
      () =>
        Effect.gen(function* () {
          const location = { country: "JP" }
          const pages = yield* Effect.forEach([0, 30, 500], (offset) => search({ location, offset, limit: 30 }))
          const matches = published.filter(({ country }) => country === "Japan")
          for (const page of pages) {
            assert.strictEqual(page.total, matches.length)
            const bounds = page.searchViewport?.bounds
            assert.deepStrictEqual(bounds, {
              north: Math.max(...matches.map(({ latitude }) => latitude)),
              south: Math.min(...matches.map(({ latitude }) => latitude)),
              east: Math.max(...matches.map(({ longitude }) => longitude)),
              west: Math.min(...matches.map(({ longitude }) => longitude))
            })
          }
          const none = yield* post({ location: { city: "nowhere" } })
          assert.deepStrictEqual(none.body, { items: [], total: 0, limit: 20, offset: 0 })
        })
    )

    it.effect("MEM-022: includeMarkers caps the matches at 3000; items are those without markers", () =>
      Effect.gen(function* () {
        assert.isAtLeast(published.length, 3005)
        const capped = yield* search({ includeMarkers: true, limit: 100, offset: 2900 })
        assert.deepStrictEqual([capped.markers?.length, capped.total], [3000, 3000])
        const plain = yield* search({ limit: 100, offset: 2900 })
        assert.strictEqual(plain.total, published.length)
        assert.deepStrictEqual(capped.items, plain.items)
        const marked = new Set(capped.markers?.map(({ id }) => id))
        assert.isTrue(capped.items.every(({ id }) => marked.has(id)))
        assert.strictEqual(marked.size, 3000)
        assert.deepStrictEqual((yield* search({ includeMarkers: true, offset: 3000 })).items, [])
        const few = yield* search({ includeMarkers: true, limit: 3, location: { city: "Kyoto" } })
        assert.strictEqual(few.items.length, 3)
        assert.strictEqual(few.markers?.length, published.filter(({ city }) => city === "Kyoto").length)
      })
    )

    it.effect("MEM-023: a member's pages have no gaps or repeats; the recommended order differs between members", () =>
      Effect.gen(function* () {
        const location = { country: "ES" }
        const whole = (yield* search({ location, limit: 100 })).items
        const pages = yield* Effect.forEach([0, 20, 40, 60, 80], (offset) => search({ location, offset, limit: 20 }))
        assert.deepStrictEqual(
          pages.flatMap(({ items }) => items),
          whole
        )
        assert.strictEqual(new Set(whole.map(({ id }) => id)).size, 100)
        const order = (name: "M1" | "M2", sort: string) =>
          Effect.map(search({ location, limit: 100, sort }, name), ({ items }) => items.map(({ id }) => id))
        assert.notDeepEqual(yield* order("M1", "recommended"), yield* order("M2", "recommended"))
        for (const sort of ["price_low", "price_high", "rating"]) {
          assert.deepStrictEqual(yield* order("M1", sort), yield* order("M2", sort))
        }
      })
    )

    it.effect(
      "MEM-024, MEM-025, MEM-026, PUB-018: items have all fields, omit unset ones, and are never hidden properties",
      () =>
        Effect.gen(function* () {
          const lisbon = (yield* post({ location: { city: "Lisbon" }, limit: 100 })).each("items")
          const v1 = lisbon.find((item) => at(item, "id") === venues.V1.id)
          const { amenities, baseRoomCategory, documentId, guestRating, hero, latitude, longitude, tags } = stored(101)
          assert.deepStrictEqual<unknown>(v1, {
            id: 101,
            documentId,
            name: "Venue V1",
            type: "hotel",
            brandName: "Brand A1",
            nightlyCost: 8000,
            maxGuests: 2,
            baseRoomCategory,
            guestRating,
            address: { city: "Lisbon", state: "Lisboa", country: "Portugal", latitude, longitude },
            heroImage: { url: hero?.url, alt: hero?.alt },
            amenities,
            tags
          })
          const bare = (yield* post({ location: { city: "Tabwakea" } })).at("items.0")
          assert.deepStrictEqual(keysOf(bare).toSorted(), [
            "address",
            "amenities",
            "brandName",
            "documentId",
            "id",
            "maxGuests",
            "name",
            "nightlyCost",
            "tags",
            "type"
          ])
          assert.deepStrictEqual(keysOf(at(bare, "address")), ["city", "country", "latitude", "longitude"])
          const porto = yield* search({ location: { city: "Porto" }, limit: 100 })
          assert.isFalse(porto.items.some(({ id }) => id === venues.V_hidden.id))
          assert.isTrue(published.some(({ organizationId }) => organizationId === organizationIds.F))
        })
    )
  }
)
