import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { auditListings, configuredListings } from "./configuredListings.ts"
import type { Breadth } from "./breadth.ts"
import { type Cost, costOf, type CostLine, type Filled } from "./breadthCost.ts"
import { configuredFillings } from "./configuredFillings.ts"
import { benchDatabase, layerOf } from "../database.ts"
import { deskFillings } from "./deskFillings.ts"
import { deskListings } from "./deskListings.ts"
import { fill } from "./filling.ts"
import type { Listing } from "./listing.ts"
import { personalFillings } from "./personalFillings.ts"
import { personalListings } from "./personalListings.ts"
import type { Reading } from "./planOf.ts"
import { insertMessaging } from "../messagingRows.ts"
import { settle } from "../rows.ts"
import { talkFillings } from "./talkFillings.ts"
import { talkListings } from "./talkListings.ts"
import { insertTenants } from "./tenantRows.ts"

export interface BreadthOptions {
  /** Names of listings to measure; empty means all. */
  readonly only: ReadonlyArray<string>
  readonly small: Breadth
  readonly large: Breadth
  readonly rounds: number
}

/** Listings by caller. */
const surfaces: { readonly [surface: string]: ReadonlyArray<Listing> } = {
  "Desks of partners": deskListings,
  "Configuration of partners": configuredListings,
  "Operators and integrations": talkListings,
  Members: personalListings,
  "Audit log": auditListings
}

const fillings = [
  ["what partners configure", configuredFillings],
  ["what desks see", deskFillings],
  ["what members see", personalFillings],
  ["what operators read", talkFillings]
] as const

const insertBreadth = Effect.fnUntraced(function* (size: Breadth) {
  yield* insertTenants
  yield* insertMessaging(size.rows, size.rows)
  for (const [name, rows] of fillings) yield* fill(name, rows, size)
  yield* settle
})

const filledDatabase = Effect.fnUntraced(function* (purpose: string, size: Breadth) {
  const context = yield* Layer.build(layerOf(yield* benchDatabase(purpose)))
  const client = Context.make(SqlClient.SqlClient, Context.get(context, SqlClient.SqlClient))
  const on: Filled["on"] = (effect) => Effect.provideContext(effect, client)
  yield* Effect.provideContext(insertBreadth(size), context)
  const filled: Filled = { size, on }
  return filled
})

/** Lines by surface. */
export const compareBreadth = (small: Filled, large: Filled, { only, rounds }: BreadthOptions) =>
  Effect.forEach(Object.entries(surfaces), ([surface, listings]) =>
    Effect.map(
      Effect.forEach(
        listings.filter(({ name }) => only.length === 0 || only.includes(name)),
        (listing) => costOf(listing, small, large, rounds)
      ),
      (lines) => ({ surface, lines })
    )
  )

export type BreadthTables = Effect.Success<ReturnType<typeof compareBreadth>>

/** Compares every list, search and feed over many rows with the same over few, alternating between the two. */
export const measureBreadth = Effect.fnUntraced(function* (options: BreadthOptions) {
  const small = yield* filledDatabase("few", options.small)
  const large = yield* filledDatabase("many", options.large)
  return yield* compareBreadth(small, large, options)
})

const ratioOf = ({ large, small }: CostLine) => `${(large.ms / small.ms).toFixed(2)} x`

const cells = (of: (cost: Cost) => string, { large, small }: CostLine) => [of(small), of(large)]

const rowOf = (line: CostLine) => {
  const ms = cells(({ ms }) => ms.toFixed(2), line)
  const buffers = cells(({ plan }) => String(plan.buffers), line)
  return `| ${[line.listing, ...ms, ratioOf(line), ...buffers].join(" | ")} |`
}

const sections = (tables: BreadthTables, tableOf: (lines: ReadonlyArray<CostLine>) => ReadonlyArray<string>) =>
  tables
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, surface }) => [`### ${surface}`, "", ...tableOf(lines)].join("\n"))
    .join("\n\n")

/** A table for each surface. */
export const breadthMarkdown = (tables: BreadthTables): string =>
  sections(tables, (lines) => [
    "| Listing | ms, few | ms, many | ratio | buffers, few | buffers, many |",
    "|---|--:|--:|--:|--:|--:|",
    ...lines.map(rowOf)
  ])

const mostReadings = 6

const readingText = ({ buffers, by, isIndexOnly, rows }: Reading) => {
  const name = by.startsWith("all of ") ? by : `\`${by}\`${isIndexOnly ? " alone" : ""}`
  return `${name} ${rows} / ${buffers}`
}

const introduction = `# Plans

What the statements of each list, search and feed read among a million rows, by EXPLAIN (ANALYZE, BUFFERS):
blocks of 8 kB in all, then each index, or table read from end to end, with rows / blocks, most blocks first.
"Alone" is an index that answers without its table. Written by \`npm run bench -- --size --plans docs/plans.md\`; see
[benchmarks](benchmarks.md).`

/** The indexes and tables that each listing reads over many rows. */
export const plansDocument = (tables: BreadthTables): string => {
  const plans = sections(tables, (lines) =>
    lines.map(({ large: { plan }, listing }) => {
      const read = plan.readings.filter(({ buffers }) => buffers > 0).slice(0, mostReadings)
      return `- **${listing}**, ${plan.buffers}: ${read.map(readingText).join(", ")}`
    })
  )
  return `${introduction}\n\n${plans.replaceAll("### ", "## ")}\n`
}
