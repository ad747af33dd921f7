import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import type { Place } from "../../src/domain/places/Place.ts"
import { Places, type PlacesQuery } from "../../src/domain/places/Places.ts"
import { SuggestionType } from "../../src/domain/places/Suggestion.ts"
import * as PlacesLayer from "../../src/layers/repositories/PlacesLayer.ts"
import { twins } from "../support/twins.ts"

const demo = demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

const place = (sourceId: string, change: Partial<Place>): Omit<Place, "id"> => ({
  sourceId,
  kind: "city",
  name: "Zzyzx",
  subtitle: null,
  countryCode: "US",
  adminCode: null,
  latitude: 1,
  longitude: 2,
  radiusKm: 10,
  prominence: 0,
  airportCode: null,
  ...change
})

/** Names that differ by each rule of the order. */
const made = [
  place("t:1", { name: "Qualm", prominence: 5 }),
  place("t:3", { name: "Qualmsdorf", prominence: 50 }),
  place("t:2", { name: "Qualm-Süd", prominence: 50 }),
  place("t:4", { name: "Bad Qualm", prominence: 5000 }),
  place("t:5", { name: "Quamlm", prominence: 9000 }),
  place("t:6", { kind: "airport", name: "Elsewhere Field", airportCode: "QUA", adminCode: "XX" }),
  place("t:7", { kind: "region", name: "Lesser Xanadu", adminCode: "XX", prominence: 1 }),
  place("t:8", { kind: "region", name: "Greater Xanadu", adminCode: "XX", prominence: 2 }),
  place("t:10", { kind: "region", name: "lesser xanadu", countryCode: "CA" }),
  place("t:11", { name: "Lesser Xanadu" }),
  place("t:12", { name: "Wobbly Wobbly" }),
  place("t:13", { name: "Wobblly" }),
  place("t:14", { name: "Unregioned", countryCode: "CA" }),
  place("t:15", { name: "पूना" }),
  place("t:9", { name: "100% Pure_Place\\", prominence: 1 })
]

const dataset = { ...demo, places: [...demo.places, ...made.map((row, index) => ({ ...row, id: 5001 + index }))] }

const query = (text: string, change: Partial<PlacesQuery> = {}): PlacesQuery => ({
  text,
  types: SuggestionType.literals,
  limit: 10,
  ...change
})

twins("Places", PlacesLayer, dataset, (it) => {
  it.effect("MEM-034, MEM-037: orders by code, prefix, later word and similarity, each by prominence", () =>
    Effect.gen(function* () {
      const places = yield* Places
      const ids = (text: string, change: Partial<PlacesQuery> = {}) =>
        Effect.map(places.list(query(text, change)), (found) => found.map(({ id }) => id))
      assert.deepStrictEqual(yield* ids("qualm"), ["t:2", "t:3", "t:1", "t:4", "t:5"])
      assert.deepStrictEqual(yield* ids("qualm", { limit: 3 }), ["t:2", "t:3", "t:1"])
      assert.deepStrictEqual(yield* ids("qua"), ["t:6", "t:5", "t:2", "t:3", "t:1", "t:4"])
      assert.deepStrictEqual(yield* ids("sud", { types: ["city"] }), ["t:2"])
      assert.deepStrictEqual(yield* ids("qualm", { types: ["airport"] }), [])
      assert.deepStrictEqual(yield* ids("wobbly", { limit: 2 }), ["t:12", "t:13"])
      assert.deepStrictEqual(yield* ids("पूना"), ["t:15"])
      assert.deepStrictEqual(yield* ids("पानी"), [])
      for (const text of ["100%", "pure", "100% pure place\\"]) assert.include(yield* ids(text), "t:9", text)
      for (const text of ["1%", "%", "_", "\\", "1___", "'"]) assert.notInclude(yield* ids(text), "t:9", text)
    })
  )

  it.effect("MEM-037: a place has the most prominent region of its code, a property its city and country", () =>
    Effect.gen(function* () {
      const places = yield* Places
      const [airport] = yield* places.list(query("elsewhere"))
      assert.deepStrictEqual(airport, {
        id: "t:6",
        type: "airport",
        name: "Elsewhere Field",
        subtitle: null,
        region: "Greater Xanadu",
        adminCode: "XX",
        country: "US",
        latitude: 1,
        longitude: 2,
        radiusKm: 10,
        airportCode: "QUA"
      })
      const [unregioned] = yield* places.list(query("unregioned"))
      assert.deepStrictEqual([unregioned?.id, unregioned?.region], ["t:14", null])
      const [property] = yield* places.list(query("venue v2", { types: ["property"] }))
      assert.deepStrictEqual(
        [property?.type, property?.subtitle, property?.region, property?.country, property?.radiusKm],
        ["property", "New York", "NY", "United States", null]
      )
    })
  )

  it.effect("MEM-015: finds the regions with a name, in every country", () =>
    Effect.gen(function* () {
      const places = yield* Places
      assert.sameDeepMembers(
        [...(yield* places.listRegions("lesser xanadu"))],
        [
          { name: "Lesser Xanadu", adminCode: "XX", country: "US" },
          { name: "lesser xanadu", adminCode: null, country: "CA" }
        ]
      )
      for (const name of ["lesser", "qualm", ""]) assert.deepStrictEqual(yield* places.listRegions(name), [], name)
    })
  )

  it.effect("MEM-034: finds places by prefix, words and typos, and no hidden property", () =>
    Effect.gen(function* () {
      const places = yield* Places
      const expected: Readonly<Record<string, ReadonlyArray<string>>> = {
        san: ["demo:city:santiago", "demo:city:san-diego", "demo:city:san-francisco", "demo:city:san-jose"],
        barcelna: ["demo:city:barcelona"],
        "new yrok": ["demo:region:new-york", "demo:city:new-york"],
        "international airport jorge": ["demo:airport:lim"]
      }
      for (const [text, ids] of Object.entries(expected)) {
        const types = SuggestionType.literals.filter(
          (type) => type !== "property" && (text !== "san" || type === "city")
        )
        const found = yield* places.list(query(text, { types, limit: 25 }))
        assert.deepStrictEqual(
          found.slice(0, ids.length).map(({ id }) => id),
          ids,
          text
        )
      }
      const hidden = yield* places.list(query("venue v hidden", { types: ["property"], limit: 25 }))
      assert.isFalse(hidden.some(({ name }) => name.includes("hidden")))
    })
  )

  it.effect("inserts places, and replaces those with the same source id", () =>
    Effect.gen(function* () {
      const places = yield* Places
      yield* places.insert([])
      yield* places.insert([
        place("n:1", { name: "Ünïqüe Ñame", subtitle: "first", prominence: 3 }),
        place("n:2", { name: "Unique Naming", kind: "airport", airportCode: "ZQX", countryCode: null })
      ])
      const ids = (text: string) => Effect.map(places.list(query(text)), (found) => found.map(({ id }) => id))
      assert.deepStrictEqual(yield* ids("unique nam"), ["n:1", "n:2"])
      yield* places.insert([place("n:1", { name: "Renamed", prominence: 3 }), place("n:3", { name: "Unique Names" })])
      assert.deepStrictEqual(yield* ids("unique nam"), ["n:2", "n:3"])
      const [renamed] = yield* places.list(query("renamed"))
      assert.deepStrictEqual([renamed?.id, renamed?.subtitle], ["n:1", null])
      assert.deepStrictEqual(yield* ids("zqx"), ["n:2"])
    })
  )
})
