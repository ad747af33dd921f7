import { Effect, Schema, Stream } from "effect"
import type { Failure } from "../shared/Failure.ts"
import type { RejectedLine } from "../imports/ImportReport.ts"
import { isDecoded, notDecoded } from "../imports/undecodable.ts"
import { type NewPlace, type PlaceLine, type PlaceReader, rejected } from "./PlaceLine.ts"
import { Places } from "./Places.ts"
import { geonamesReader } from "./geonamesReader.ts"
import { ourairportsReader } from "./ourairportsReader.ts"

export type PlacesFormat = "geonames" | "ourairports"

/** The first line of a file is not the header of its format. */
export class HeaderUnknown extends Schema.TaggedError<HeaderUnknown>()("HeaderUnknown", {}) {
  static readonly failure: Failure = { kind: "invalid", code: "header_unknown", title: "Not a file of this format" }
  override get message() {
    return "The first line is not the header of OurAirports' airports.csv."
  }
}

/** The number of lines by outcome, with the first thousand rejections. */
export interface PlacesReport {
  readonly lines: number
  readonly imported: number
  readonly skipped: number
  readonly rejected: number
  readonly rejections: ReadonlyArray<RejectedLine>
}

const batchSize = 2000
const maxRejections = 1000

const readLine = (reader: PlaceReader, line: string): PlaceLine => {
  if (!isDecoded(line)) return rejected(notDecoded)
  return line.includes("\0") ? rejected("contains NUL") : reader.read(line)
}

/** Collects the lines of a file, holding at most one batch of places. */
const makeCollector = (format: PlacesFormat) => {
  const batch = new Map<string, NewPlace>()
  const rejections: Array<RejectedLine> = []
  const counts = { lines: 0, imported: 0, skipped: 0, rejected: 0 }
  let reader: PlaceReader | undefined = format === "geonames" ? geonamesReader : undefined

  /** False if the first line is not the format's header. */
  const add = (line: string): boolean => {
    counts.lines++
    if (reader === undefined) {
      reader = ourairportsReader(line)
      return reader !== undefined
    }
    const result = readLine(reader, line)
    switch (result._tag) {
      case "place":
        counts.imported++
        batch.set(result.place.sourceId, result.place)
        break
      case "skipped":
        counts.skipped++
        break
      case "rejected":
        counts.rejected++
        if (rejections.length < maxRejections) rejections.push({ line: counts.lines, reason: result.reason })
    }
    return true
  }

  const take = (): ReadonlyArray<NewPlace> => {
    const places = [...batch.values()]
    batch.clear()
    return places
  }

  return { add, take, isFull: () => batch.size >= batchSize, report: (): PlacesReport => ({ ...counts, rejections }) }
}

/**
 * Imports the places of a file, batch by batch. Existing places are replaced, so the same or a newer file can be
 * imported again. Unreadable lines, and those marked as not UTF-8, are counted and reported.
 */
export const importPlaces = Effect.fnUntraced(function* <E, R, R2>(
  format: PlacesFormat,
  lines: Stream.Stream<string, E, R>,
  onProgress: (report: PlacesReport) => Effect.Effect<void, never, R2>
) {
  const places = yield* Places
  const collector = makeCollector(format)
  yield* Stream.runForEachArray(
    lines,
    Effect.fnUntraced(function* (chunk) {
      for (const line of chunk) {
        if (!collector.add(line)) return yield* new HeaderUnknown()
        if (!collector.isFull()) continue
        yield* places.insert(collector.take())
        yield* onProgress(collector.report())
      }
    })
  )
  yield* places.insert(collector.take())
  return collector.report()
})
