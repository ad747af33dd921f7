import { Disagreement } from "./Disagreement.ts"
import { Effect } from "effect"
import { at, parsed } from "./answers.ts"
import { hubKeys } from "../src/demo/demoHubKeys.ts"
import { benchDatabase, onDatabase } from "./database.ts"
import { fixtures } from "./fixtures/fixtures.ts"
import { encodeRequest, load, type LoadRequest, percentile } from "./load.ts"
import { seal } from "./peer/cursors.ts"
import { insertMessaging } from "./rows/messagingRows.ts"
import { median } from "./report.ts"
import { memberHeaders, propertySearch, requestOf } from "./operations/memberOperations.ts"
import { insertMembers } from "./rows/memberRows.ts"
import { insertProperties } from "./rows/propertyRows.ts"
import { settle } from "./rows/rows.ts"
import { startSubject, type Subject, type SubjectOptions } from "./subjects.ts"

/** The number of rows in the listed tables. */
export interface Size {
  readonly actions: number
  readonly events: number
  readonly properties: number
}

export interface SizeOptions extends SubjectOptions {
  /** Names of listings to measure; empty means all. */
  readonly only: ReadonlyArray<string>
  readonly small: Size
  readonly large: Size
  readonly rounds: number
  readonly seconds: number
}

/** Median milliseconds of a listing over few and over many `rows`; `ratio` is the median over the rounds. */
export interface SizeLine {
  readonly listing: string
  readonly rows: Rows
  readonly small: number
  readonly large: number
  readonly ratio: number
}

/** The kind of rows that a listing reads and that are loaded for it. */
type Rows = "messaging" | "properties"

const inserts = {
  messaging: ({ actions, events }: Size) => insertMessaging(actions, events),
  properties: ({ properties }: Size) => Effect.andThen(insertMembers, insertProperties(properties))
}

const databaseOf = Effect.fnUntraced(function* (purpose: string, size: Size, rows: ReadonlySet<Rows>) {
  const url = yield* benchDatabase(purpose)
  const insert = Effect.forEach(rows, (name) => inserts[name](size), { discard: true })
  yield* onDatabase(url, Effect.andThen(insert, settle))
  return url
})

const path = `/api/external/v1/messaging?scope=${fixtures.listed}`
const guest = "bench-guest-3"

/** A cursor in the middle of the listed Actions. */
const middle = ({ actions }: Size) => {
  const binding = `actions ${fixtures.organization} ${fixtures.listed}  ${fixtures.integration}`
  return seal(binding, String(Math.floor(actions / 2)))
}

const holdsPage = (body: string): boolean => {
  const items = at(parsed(body), "items")
  return Array.isArray(items) && items.length === 100
}

const listing = (name: string, pathOf: (size: Size) => string) => ({
  name,
  rows: "messaging" as const,
  requestOf: (size: Size): LoadRequest => ({
    bytes: encodeRequest("GET", pathOf(size), { authorization: `Bearer ${hubKeys.KH_all}` }),
    status: 200,
    accepts: holdsPage
  })
})

/** Pages of 100 records at both ends and in the middle of the list; for properties the number of matches is fixed. */
const listings = Effect.gen(function* () {
  const search = requestOf(propertySearch, yield* memberHeaders(0))
  return [
    listing("Actions, first page", () => path),
    listing("Actions, page in the middle", (size) => `${path}&before=${middle(size)}`),
    listing("Actions of a guest", () => `${path}&guest=${guest}`),
    listing("events from the start", () => `${path}&view=events`),
    listing("events in the middle", ({ events }) => `${path}&view=events&after=${Math.floor(events / 2)}`),
    listing("events near the head", ({ events }) => `${path}&view=events&after=${events - 200}`),
    listing("events of a guest", () => `${path}&view=events&guest=${guest}`),
    { name: propertySearch.name, rows: "properties" as const, requestOf: () => search }
  ]
})

/** The median milliseconds of a listing without other load. */
const timeOf = (subject: Subject, name: string, request: LoadRequest, seconds: number) =>
  Effect.gen(function* () {
    const { latencies, refused } = yield* Effect.tryPromise(() =>
      load({ port: subject.port, connections: 1, seconds, next: () => request })
    )
    if (refused.size > 0) return yield* new Disagreement({ message: `${name}: ${[...refused.keys()][0]}` })
    return percentile(latencies, 0.5)
  })

/** Compares listing over many rows with listing over few through the service, alternating between the two. */
export const measureSize = Effect.fnUntraced(function* (options: SizeOptions) {
  const { large, only, rounds, seconds, small } = options
  const chosen = (yield* listings).filter(({ name }) => only.length === 0 || only.includes(name))
  const loaded = new Set(chosen.map(({ rows }) => rows))
  const few = yield* startSubject("service", yield* databaseOf("small", small, loaded), options)
  const many = yield* startSubject("service", yield* databaseOf("large", large, loaded), options)
  const lines: Array<SizeLine> = []
  for (const { name, requestOf, rows } of chosen) {
    const times: Array<readonly [number, number]> = []
    for (let round = 0; round <= rounds; round++) {
      const a = yield* timeOf(few, name, requestOf(small), seconds)
      const b = yield* timeOf(many, name, requestOf(large), seconds)
      if (round > 0) times.push([a, b])
    }
    lines.push({
      listing: name,
      rows,
      small: median(times.map(([a]) => a)),
      large: median(times.map(([, b]) => b)),
      ratio: median(times.map(([a, b]) => b / a))
    })
  }
  return lines
})

const tableOf = (lines: ReadonlyArray<SizeLine>, among: (size: Size) => string, { large, small }: SizeOptions) =>
  [
    `| Listing | ms at ${among(small)} | ms at ${among(large)} | ratio |`,
    "|---|--:|--:|--:|",
    ...lines.map(
      (line) => `| ${line.listing} | ${line.small.toFixed(2)} | ${line.large.toFixed(2)} | ${line.ratio.toFixed(2)} x |`
    )
  ].join("\n")

const amongOf: { readonly [name in Rows]: (size: Size) => string } = {
  messaging: ({ actions, events }) => `${actions} Actions, ${events} events`,
  properties: ({ properties }) => `${properties} properties`
}

/** A table per kind of rows. */
export const sizeMarkdown = (lines: ReadonlyArray<SizeLine>, options: SizeOptions): string =>
  [...Map.groupBy(lines, ({ rows }) => rows)].map(([rows, own]) => tableOf(own, amongOf[rows], options)).join("\n\n")
