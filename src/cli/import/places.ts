import { Console, Effect, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { importPlaces, type PlacesReport } from "../../domain/places/importPlaces.ts"
import * as PlacesLayer from "../../layers/repositories/PlacesLayer.ts"
import { fileArgument } from "../fileArgument.ts"
import { json } from "../flags.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"
import { chunksOf } from "./chunksOf.ts"
import { refuseRejected } from "./refuseRejected.ts"
import { rejectedLines } from "./rejectedLines.ts"

const config = {
  file: fileArgument("Path of the unpacked file"),
  format: Flag.Literals("format", ["geonames", "ourairports"]).pipe(
    Flag.withDescription("geonames: allCountries.txt or cities500.txt; ourairports: airports.csv")
  ),
  json
}

/** Frequent enough to show that the import is making progress. */
const linesBetweenProgress = 100_000

const makeProgress = () => {
  let reported = 0
  return ({ imported, lines }: PlacesReport) => {
    if (lines - reported < linesBetweenProgress) return Effect.void
    reported = lines
    return Console.error(`${lines} lines read, ${imported} places`)
  }
}

const summary = (report: PlacesReport) =>
  [
    `${report.imported} places imported from ${report.lines} lines: ${report.skipped} irrelevant lines skipped, ` +
      `${report.rejected} rejected.`,
    ...rejectedLines(report)
  ].join("\n")

const read = (file: string, format: "geonames" | "ourairports") =>
  importPlaces(format, chunksOf(file).pipe(Stream.splitLines), makeProgress()).pipe(
    Effect.provide(overDatabase(PlacesLayer.layerSql))
  )

/** Imports places for search suggestions from a public data set and reports rejected lines. */
export const places = Command.make(
  "places",
  config,
  Effect.fn("import places")(function* ({ file, format, json: asJson }) {
    const report = yield* read(file, format)
    yield* asJson ? printJson(report) : Console.log(summary(report))
    yield* refuseRejected(report.rejected)
  })
).pipe(
  Command.withDescription(
    "Import places for search suggestions; places from earlier imports are updated. Exit code 1 if a line is rejected"
  ),
  Command.withExamples([
    { command: "hub import places --format geonames cities500.txt", description: "Cities from GeoNames" },
    {
      command: "hub import places --format ourairports airports.csv --json",
      description: "Airports, reporting as JSON"
    }
  ])
)
