import { Console, Effect, FileSystem, Layer, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { importPlaces, type ImportReport } from "../../domain/places/importPlaces.ts"
import * as Configuration from "../../layers/Configuration.ts"
import * as PlacesLayer from "../../layers/repositories/PlacesLayer.ts"
import { database } from "../database.ts"
import { json } from "../flags.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"

const config = {
  file: Argument.String("file").pipe(Argument.withDescription("The file, unpacked")),
  format: Flag.Literals("format", ["geonames", "ourairports"]).pipe(
    Flag.withDescription("geonames: allCountries.txt or cities500.txt; ourairports: airports.csv")
  ),
  json
}

/** Often enough to see that it goes on. */
const linesBetweenProgress = 100_000

const makeProgress = () => {
  let told = 0
  return ({ imported, lines }: ImportReport) => {
    if (lines - told < linesBetweenProgress) return Effect.void
    told = lines
    return Console.error(`${lines} lines read, ${imported} places`)
  }
}

const summary = ({ imported, lines, rejected, rejections, skipped }: ImportReport) =>
  [
    `${imported} places imported; of ${lines} lines ${skipped} are no places to look for, ${rejected} were rejected.`,
    ...rejections.map(({ line, reason }) => `line ${line}: ${reason}`)
  ].join("\n")

const read = Effect.fnUntraced(
  function* (file: string, format: "geonames" | "ourairports") {
    const files = yield* FileSystem.FileSystem
    const lines = files.stream(file).pipe(Stream.decodeText, Stream.splitLines)
    return yield* importPlaces(format, lines, makeProgress()).pipe(
      Effect.catchTag("PlatformError", (error) => new Refused({ message: `${file} cannot be read: ${error.message}` }))
    )
  },
  Effect.provide(PlacesLayer.layerSql.pipe(Layer.provide(database), Layer.provide(Configuration.layer())))
)

/** Reads places to suggest out of a public file, and says which of its lines cannot be read. */
export const places = Command.make(
  "places",
  config,
  Effect.fn("import places")(function* ({ file, format, json: asJson }) {
    const report = yield* read(file, format)
    yield* asJson ? printJson(report) : Console.log(summary(report))
    if (report.rejected > 0) return yield* new Refused({ message: `${report.rejected} lines were rejected.` })
  })
).pipe(
  Command.withDescription(
    "Import places for suggestions; those of an earlier import are replaced. Exit code 1 when a line was rejected"
  ),
  Command.withExamples([
    { command: "hub import places --format geonames cities500.txt", description: "Cities of GeoNames" },
    { command: "hub import places --format ourairports airports.csv --json", description: "Airports, for a program" }
  ])
)
