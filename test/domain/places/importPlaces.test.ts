import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { readFile } from "node:fs/promises"
import {
  HeaderUnknown,
  importPlaces,
  type PlacesReport,
  type PlacesFormat
} from "../../../src/domain/places/importPlaces.ts"
import type { NewPlace } from "../../../src/domain/places/PlaceLine.ts"
import { Places } from "../../../src/domain/places/Places.ts"

const fixture = (name: string) =>
  Effect.promise(() => readFile(new URL(`../../fixtures/${name}`, import.meta.url), "utf8"))

/** Imports a text in a format; `batches` are those inserted. */
const read = Effect.fnUntraced(function* (format: PlacesFormat, text: string) {
  const batches: Array<ReadonlyArray<NewPlace>> = []
  const progress: Array<PlacesReport> = []
  const places = Layer.succeed(
    Places,
    Places.of({
      list: () => Effect.die(new Error("list is not expected")),
      listRegions: () => Effect.die(new Error("listRegions is not expected")),
      insert: (places) => Effect.sync(() => void batches.push(places))
    })
  )
  const lines = Stream.make(text).pipe(Stream.splitLines)
  const report = yield* importPlaces(format, lines, (sofar) => Effect.sync(() => void progress.push(sofar))).pipe(
    Effect.provide(places)
  )
  return { report, batches, progress, places: new Map(batches.flat().map((place) => [place.sourceId, place])) }
})

describe("importPlaces", () => {
  it.effect(
    "MEM-037: reads cities, regions, countries and sights of GeoNames, and reports the lines it cannot read",
    () =>
      Effect.gen(function* () {
        const { places, report } = yield* read("geonames", yield* fixture("geonames.txt"))
        assert.deepStrictEqual(report, {
          lines: 12,
          imported: 5,
          skipped: 2,
          rejected: 5,
          rejections: [
            { line: 4, reason: "1 columns instead of 19" },
            { line: 7, reason: "latitude 138 is not between -90 and 90" },
            { line: 8, reason: "the first column is not a number" },
            { line: 9, reason: "there is no name" },
            { line: 10, reason: "longitude  is not between -180 and 180" }
          ]
        })
        assert.deepStrictEqual(
          [...places.values()].map(({ kind, name, prominence, radiusKm }) => [kind, name, prominence, radiusKm]),
          [
            ["city", "Lisbon Again", 517_802, 15],
            ["country", "Portugal", 10_281_762, 500],
            ["region", "Lisbon District", 2_275_591, 150],
            ["landmark", "Belém Tower", 5000, 10]
          ]
        )
        assert.deepStrictEqual(places.get("geonames:2267057"), {
          sourceId: "geonames:2267057",
          kind: "city",
          name: "Lisbon Again",
          subtitle: null,
          countryCode: "PT",
          adminCode: "14",
          latitude: 38.716_67,
          longitude: -9.133_33,
          radiusKm: 15,
          prominence: 517_802,
          airportCode: null
        })
      })
  )

  it.effect("MEM-037: reads airports of OurAirports, with quotes and commas in their names", () =>
    Effect.gen(function* () {
      const text = yield* fixture("ourairports.csv")
      const { places, report } = yield* read("ourairports", `\u{feff}${text}`)
      assert.deepStrictEqual(report, {
        lines: 11,
        imported: 2,
        skipped: 4,
        rejected: 4,
        rejections: [
          { line: 5, reason: "something follows a closing quote" },
          { line: 6, reason: "6 columns instead of 19" },
          { line: 7, reason: "latitude 98.7 is not between -90 and 90" },
          { line: 11, reason: "there is no name" }
        ]
      })
      assert.deepStrictEqual(places.get("ourairports:LPPT"), {
        sourceId: "ourairports:LPPT",
        kind: "airport",
        name: 'Humberto Delgado Airport (Lisbon "Portela" Airport)',
        subtitle: "Lisbon, Centre",
        countryCode: "PT",
        adminCode: "11",
        latitude: 38.7813,
        longitude: -9.135_92,
        radiusKm: 30,
        prominence: 1_000_000,
        airportCode: "LIS"
      })
      assert.isNull(places.get("ourairports:PT-0006")?.airportCode)
    })
  )

  it.effect("refuses an OurAirports file without its header, and inserts nothing from an empty GeoNames file", () =>
    Effect.gen(function* () {
      for (const text of ["a,b,c\n1,2,3", '"unclosed', (yield* fixture("geonames.txt")).slice(0, 300)]) {
        assert.deepStrictEqual(yield* Effect.flip(read("ourairports", text)), new HeaderUnknown())
      }
      const nothing = yield* read("geonames", "")
      assert.deepStrictEqual(nothing.batches.flat(), [])
    })
  )

  it.effect("refuses a line with NUL, which no store can hold, and imports the others", () =>
    Effect.gen(function* () {
      const city = (id: number, name: string) => `${id}\t${name}\t\t\t1\t2\tP\tPPL\tPT\t\t14\t\t\t\t7\t\t\t\t`
      const { places, report } = yield* read("geonames", [city(1, "Lis\0bon"), city(2, "Porto")].join("\n"))
      assert.deepStrictEqual(report.rejections, [{ line: 1, reason: "contains NUL" }])
      assert.deepStrictEqual([...places.keys()], ["geonames:2"])
    })
  )

  it.effect(
    "inserts places in batches of 2000, each once per batch, and counts all rejected lines but reports a thousand",
    () =>
      Effect.gen(function* () {
        const city = (id: number) => `${id}\tC${id}\t\t\t1\t2\tP\tPPL\tPT\t\t14\t\t\t\t7\t\t\t\t`
        const lines = [
          ...Array.from({ length: 4500 }, (_, index) => city(index + 1)),
          city(4500),
          ...Array.from({ length: 1500 }, () => "broken")
        ]
        const { batches, progress, report } = yield* read("geonames", lines.join("\r\n"))
        assert.deepStrictEqual(
          batches.map(({ length }) => length),
          [2000, 2000, 500]
        )
        assert.deepStrictEqual(
          progress.map(({ imported }) => imported),
          [2000, 4000]
        )
        assert.deepStrictEqual([report.imported, report.rejected, report.rejections.length], [4501, 1500, 1000])
        assert.deepStrictEqual(report.rejections[0], { line: 4502, reason: "1 columns instead of 19" })
      })
  )
})
