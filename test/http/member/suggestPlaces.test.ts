import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoPlaceId } from "../../../src/demo/demoPlaces.ts"
import { distanceKm } from "../../../src/domain/places/geo.ts"
import { Suggestion, SuggestionType } from "../../../src/domain/places/Suggestion.ts"
import * as Member from "../../support/member.ts"
import { Service } from "../../support/http/service.ts"

const dataset = demoDataset(Effect.runSync(DateTime.now))
const published = dataset.properties.filter(({ status }) => status === "published")

const post = Effect.fnUntraced(function* (body: unknown) {
  const { call } = yield* Service
  return yield* call("POST", "/v1/members/properties/suggestions", {
    headers: Member.bearer(yield* Member.tokenFor("M1")),
    body
  })
})

const Page = Schema.Struct({ suggestions: Schema.Array(Suggestion) })

const suggest = Effect.fnUntraced(function* (body: object) {
  const answer = yield* post(body)
  assert.strictEqual(answer.status, 200, answer.text)
  return (yield* Schema.decodeUnknownEffect(Page)(answer.body)).suggestions
})

const names = (body: object) => Effect.map(suggest(body), (suggestions) => suggestions.map(({ name }) => name))

const refuses = Effect.fnUntraced(function* (bodies: Readonly<Record<string, unknown>>) {
  for (const [why, body] of Object.entries(bodies)) {
    const answer = yield* post(body)
    assert.strictEqual(answer.status, 400, `${why}: ${answer.text}`)
    assert.isTrue(Member.isFailure(answer), why)
  }
})

layer(Member.layer({ dataset: () => dataset, environment: { HUB_LIMIT_MEMBER: "100000" } }))("suggestPlaces", (it) => {
  it.effect("MEM-034: a query has 2 to 200 characters after trimming", () =>
    Effect.gen(function* () {
      yield* refuses({
        nothing: {},
        empty: { query: "" },
        "one character": { query: "a" },
        "one and blanks": { query: "  a " },
        "one emoji": { query: "\u{1F3E8}" },
        "201 emoji": { query: "\u{1F3E8}".repeat(201) },
        "a number": { query: 12 }
      })
      assert.isAbove((yield* suggest({ query: "pa" })).length, 0)
      assert.deepStrictEqual(yield* names({ query: " paris  " }), yield* names({ query: "Paris" }))
      for (const query of ["--", "''", "%%", "\\\\", "x".repeat(200), "\u{1F3E8}".repeat(200)]) {
        assert.deepStrictEqual(yield* names({ query }), [], query)
      }
      assert.strictEqual((yield* post({ query: "' OR 1=1 --" })).status, 200)
    })
  )

  it.effect("MEM-035: 10 suggestions by default, 25 at most; other limits are 400", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* suggest({ query: "hotel" })).length, 10)
      assert.strictEqual((yield* suggest({ query: "hotel", limit: 25 })).length, 25)
      assert.strictEqual((yield* suggest({ query: "hotel", limit: 1 })).length, 1)
      yield* refuses({
        "limit 26": { query: "pa", limit: 26 },
        "limit 0": { query: "pa", limit: 0 },
        "limit 1.5": { query: "pa", limit: 1.5 },
        "limit as text": { query: "pa", limit: "5" }
      })
    })
  )

  it.effect("MEM-036: returns the requested types only; an empty list means all", () =>
    Effect.gen(function* () {
      const queries = { city: "san", region: "cal", country: "po", airport: "in", landmark: "be", property: "villa" }
      for (const type of SuggestionType.literals) {
        const found = yield* suggest({ query: queries[type], limit: 25, types: [type] })
        assert.isAbove(found.length, 0, type)
        assert.isTrue(found.every((one) => one.type === type))
      }
      const two = yield* suggest({ query: "new york", limit: 25, types: ["city", "region"] })
      assert.sameMembers(
        two.map(({ type }) => type),
        ["city", "region"]
      )
      assert.deepStrictEqual(yield* suggest({ query: "paris", types: [] }), yield* suggest({ query: "paris" }))
      yield* refuses({
        "unknown type": { query: "pa", types: ["hotel"] },
        "no list": { query: "pa", types: "city" }
      })
    })
  )

  it.effect("MEM-037: places have subtitle, radius, countryCode and propertyCount; airports also airportCode", () =>
    Effect.gen(function* () {
      const answer = yield* post({ query: "lis", types: ["airport", "city"] })
      const count = (latitude: number, longitude: number, radius: number) =>
        published.filter((row) => distanceKm({ latitude, longitude }, row) <= radius).length
      assert.deepStrictEqual(answer.body, {
        suggestions: [
          {
            id: demoPlaceId("airport", "LIS"),
            type: "airport",
            name: "Humberto Delgado Airport",
            subtitle: "Lisbon, Portugal",
            coordinates: { latitude: 38.7742, longitude: -9.1342 },
            radius: 30,
            propertyCount: count(38.7742, -9.1342, 30),
            countryCode: "PT",
            airportCode: "LIS"
          },
          {
            id: demoPlaceId("city", "Lisbon"),
            type: "city",
            name: "Lisbon",
            subtitle: "Portugal",
            coordinates: { latitude: 38.7223, longitude: -9.1393 },
            radius: 15,
            propertyCount: count(38.7223, -9.1393, 15),
            countryCode: "PT"
          }
        ]
      })
      const [portugal] = yield* suggest({ query: "portugal", types: ["country"] })
      assert.notProperty(portugal, "subtitle")
      assert.strictEqual(portugal?.propertyCount, published.filter(({ country }) => country === "Portugal").length)
      const [california] = yield* suggest({ query: "california", types: ["region"] })
      const stated = published.filter(({ country, state }) => state === "CA" && country === "United States").length
      assert.isAbove(stated, 0)
      assert.strictEqual(california?.propertyCount, stated)
      const [bavaria] = yield* suggest({ query: "bavaria", types: ["region"] })
      const { latitude = 0, longitude = 0 } = bavaria?.coordinates ?? {}
      assert.isFalse(published.some(({ state }) => state === "Bavaria" || state === "BY"))
      assert.isAbove(bavaria?.propertyCount ?? 0, 0)
      assert.strictEqual(bavaria?.propertyCount, count(latitude, longitude, bavaria?.radius ?? 0))
      const [munich] = yield* suggest({ query: "munich", types: ["city"] })
      assert.strictEqual(munich?.subtitle, "Bavaria, Germany")
      const all = yield* suggest({ query: "an", limit: 25 })
      for (const { airportCode, type } of all) assert.isTrue(airportCode === undefined || type === "airport")
    })
  )

  it.effect("MEM-015, MEM-037: a search by the name of a region finds the properties that the suggestion counts", () =>
    Effect.gen(function* () {
      const { call } = yield* Service
      const headers = Member.bearer(yield* Member.tokenFor("M1"))
      const total = Effect.fnUntraced(function* (location: object) {
        const answer = yield* call("POST", "/v1/members/properties/search", { headers, body: { location } })
        assert.strictEqual(answer.status, 200, answer.text)
        return answer.at("total")
      })
      const [california] = yield* suggest({ query: "california", types: ["region"] })
      const count = california?.propertyCount
      assert.isAbove(count ?? 0, 0)
      assert.strictEqual(yield* total({ state: "California" }), count)
      assert.strictEqual(yield* total({ state: "CALIFÓRNIA", country: "US" }), count)
      assert.strictEqual(yield* total({ state: "CA" }), count)
      assert.strictEqual(yield* total({ state: "California", country: "CA" }), 0)
      assert.isAbove(Number(yield* total({ state: "California", city: "San Diego" })), 0)
      assert.strictEqual(yield* total({ state: "California", city: "Lisbon" }), 0)
      assert.strictEqual(yield* total({ state: "Cali" }), 0)
    })
  )

  it.effect("MEM-037: a published property is suggested by name, without radius, propertyCount and airportCode", () =>
    Effect.gen(function* () {
      const row = published.find(({ id }) => id === 20_010)
      const answer = yield* post({ query: row?.name ?? "", types: ["property"], limit: 1 })
      assert.deepStrictEqual<unknown>(answer.each("suggestions"), [
        {
          id: row?.documentId,
          type: "property",
          name: row?.name,
          subtitle: "Lisbon, Portugal",
          coordinates: { latitude: row?.latitude, longitude: row?.longitude },
          countryCode: "PT"
        }
      ])
      const like = yield* names({ query: "Venue V_hidden", types: ["property"], limit: 25 })
      assert.includeMembers(like, ["Venue V1", "Venue V2"])
      assert.notInclude(like, "Venue V_hidden")
    })
  )

  it.effect("MEM-034: ignores case and accents; matches beginnings of words, and names with a typo", () =>
    Effect.gen(function* () {
      for (const query of ["são paulo", "SAO PAULO", "Sao Paulo"]) {
        assert.strictEqual((yield* names({ query, types: ["city"] }))[0], "São Paulo")
      }
      assert.deepStrictEqual(yield* names({ query: "york", types: ["city"] }), ["New York"])
      assert.deepStrictEqual(yield* names({ query: "ohare", types: ["airport"] }), ["O'Hare International Airport"])
      assert.strictEqual((yield* names({ query: "barcelna", types: ["city"] }))[0], "Barcelona")
      assert.include(yield* names({ query: "schipol", types: ["airport"] }), "Amsterdam Airport Schiphol")
      const san = yield* names({ query: "san", types: ["city"] })
      assert.deepStrictEqual(san, ["Santiago", "San Diego", "San Francisco", "San José"])
    })
  )
})
