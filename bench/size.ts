import { Disagreement } from "./Disagreement.ts"
import { Effect } from "effect"
import { hubKeys } from "../src/demo/demoHubKeys.ts"
import { benchDatabase, onDatabase } from "./database.ts"
import { fixtures } from "./fixtures.ts"
import { encodeRequest, load, percentile } from "./load.ts"
import { seal } from "./peer/cursors.ts"
import { progress } from "./progress.ts"
import { median } from "./report.ts"
import { countListed, insertActions, insertEvents, insertSurroundings, settle } from "./rows.ts"
import { startSubject, type Subject } from "./subjects.ts"

/** How many rows are listed from. */
export interface Size {
  readonly actions: number
  readonly events: number
}

export interface SizeOptions {
  readonly small: Size
  readonly large: Size
  readonly rounds: number
  readonly seconds: number
}

/** Median milliseconds of a listing over few and over many rows; `ratio` is the median over the rounds. */
export interface SizeLine {
  readonly listing: string
  readonly small: number
  readonly large: number
  readonly ratio: number
}

const chunk = 50_000

const chunks = (total: number) =>
  Array.from(
    { length: Math.ceil(total / chunk) },
    (_, index) => [index * chunk, Math.min(total, (index + 1) * chunk)] as const
  )

const insert = Effect.fnUntraced(function* ({ actions, events }: Size) {
  const tell = progress(`Loading ${actions} Actions and ${events} events`, actions + events)
  for (const [from, until] of chunks(actions)) {
    yield* insertActions(from, until)
    tell(until)
  }
  for (const [from, until] of chunks(events)) {
    yield* insertEvents(from, until, actions)
    tell(actions + until)
  }
  yield* countListed(actions, events)
  yield* settle
})

const databaseOf = Effect.fnUntraced(function* (purpose: string, size: Size) {
  const url = yield* benchDatabase(purpose)
  yield* onDatabase(url, Effect.andThen(insertSurroundings, insert(size)))
  return url
})

const path = `/api/external/v1/messaging?scope=${fixtures.listed}`
const guest = "bench-guest-3"

/** A cursor in the middle of the listed Actions. */
const middle = ({ actions }: Size) => {
  const binding = `actions ${fixtures.organization} ${fixtures.listed}  ${fixtures.integration}`
  return seal(binding, String(Math.floor(actions / 2)))
}

/** Pages of 100 records at the ends and in the middle of what there is. */
const listings: Readonly<Record<string, (size: Size) => string>> = {
  "Actions, first page": () => path,
  "Actions, page in the middle": (size) => `${path}&before=${middle(size)}`,
  "Actions of a guest": () => `${path}&guest=${guest}`,
  "events from the start": () => `${path}&view=events`,
  "events in the middle": ({ events }) => `${path}&view=events&after=${Math.floor(events / 2)}`,
  "events near the head": ({ events }) => `${path}&view=events&after=${events - 200}`,
  "events of a guest": () => `${path}&view=events&guest=${guest}`
}

const holdsPage = (body: string): boolean => {
  const items: unknown = Reflect.get(Object(JSON.parse(body)), "items")
  return Array.isArray(items) && items.length === 100
}

/** The median milliseconds that a listing takes when nothing else is asked. */
const timeOf = (subject: Subject, listing: string, seconds: number) =>
  Effect.gen(function* () {
    const request = {
      bytes: encodeRequest("GET", listing, { authorization: `Bearer ${hubKeys.KH_all}` }),
      accepts: holdsPage
    }
    const { latencies, refused } = yield* Effect.tryPromise(() =>
      load({ port: subject.port, connections: 1, seconds, expectedStatus: 200, next: () => request })
    )
    if (refused.size > 0) return yield* new Disagreement({ message: `${listing}: ${[...refused.keys()][0]}` })
    return percentile(latencies, 0.5)
  })

/** Compares listing among many rows with listing among few, in turn, through the service. */
export const measureSize = Effect.fnUntraced(function* ({ large, rounds, seconds, small }: SizeOptions) {
  const few = yield* startSubject("service", yield* databaseOf("small", small))
  const many = yield* startSubject("service", yield* databaseOf("large", large))
  const lines: Array<SizeLine> = []
  for (const [listing, pathOf] of Object.entries(listings)) {
    const times: Array<readonly [number, number]> = []
    for (let round = 0; round <= rounds; round++) {
      const a = yield* timeOf(few, pathOf(small), seconds)
      const b = yield* timeOf(many, pathOf(large), seconds)
      if (round > 0) times.push([a, b])
    }
    lines.push({
      listing,
      small: median(times.map(([a]) => a)),
      large: median(times.map(([, b]) => b)),
      ratio: median(times.map(([a, b]) => b / a))
    })
  }
  return lines
})

export const sizeMarkdown = (lines: ReadonlyArray<SizeLine>, { large, small }: SizeOptions): string =>
  [
    `| Listing | ms at ${small.actions} Actions, ${small.events} events | ms at ${large.actions} Actions, ${large.events} events | ratio |`,
    "|---|--:|--:|--:|",
    ...lines.map(
      (line) => `| ${line.listing} | ${line.small.toFixed(2)} | ${line.large.toFixed(2)} | ${line.ratio.toFixed(2)} x |`
    )
  ].join("\n")
