import { NodeRuntime } from "@effect/platform-node"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { type BreadthOptions, breadthMarkdown, measureBreadth, plansDocument } from "./breadth/breadthSize.ts"
import { host, markdown } from "./report.ts"
import { readRun, runsMarkdown } from "./runs.ts"
import { measureSize, type SizeOptions, sizeMarkdown } from "./size.ts"
import { measureSoak, soakMarkdown } from "./soak.ts"
import { measureTable, operationGroups, type TableOptions } from "./table.ts"

const usage = `npm run bench -- [options]

Measures the service against a peer (Fastify, node-postgres) and, for operations of integrations and partners, a floor (node:http,
the driver), in a database of its own on DATABASE_URL, or on postgresql://postgres@127.0.0.1:5432/postgres. Exits with 1 if a response is not as expected.

  --quick             a smoke run of a few seconds
  --agree             only check that service and peer give the same responses
  --sources           run the service from its sources instead of its bundle
  --size              only the cost of listing: requests over a million Actions, five million events and 100,000
                      properties, and the statements of every list, search and feed over a million rows of each kind
  --plans FILE        write what those statements read, as Markdown
  --no-size           skip that
  --soak N            only the memory of the service during N requests on 32 connections, its operations in turn
  --only NAME         only this operation, or with --size this listing; repeatable
  --connections N     repeatable [1, 8, 32]
  --rounds N          [6]
  --seconds N         of each round [3]
  --warmup N          seconds of load before the rounds of an operation, not counted [8]
  --profile DIR       CPU profiles of the servers
  --json              print JSON instead of tables
  --from FILE         measure nothing, but combine several runs from their --json output; repeatable
`

const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    agree: { type: "boolean", default: false },
    sources: { type: "boolean", default: false },
    size: { type: "boolean" },
    plans: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    connections: { type: "string", multiple: true },
    rounds: { type: "string" },
    seconds: { type: "string" },
    warmup: { type: "string" },
    profile: { type: "string" },
    soak: { type: "string" },
    json: { type: "boolean", default: false },
    from: { type: "string", multiple: true, default: [] }
  },
  allowNegative: true
})

const { agree, quick, sources: fromSources } = values

const tableOptions: TableOptions = {
  only: values.only,
  connections: (values.connections ?? (quick ? ["32"] : ["32", "8", "1"])).map(Number),
  rounds: agree ? 0 : Number(values.rounds ?? (quick ? 1 : 6)),
  seconds: Number(values.seconds ?? (quick ? 0.3 : 3)),
  warmup: Number(values.warmup ?? (quick ? 0.3 : 8)),
  fromSources,
  profile: values.profile
}

const sizeOptions: SizeOptions = {
  fromSources,
  only: values.only,
  small: { actions: 1000, events: 1000, properties: 1000 },
  large: quick
    ? { actions: 20_000, events: 100_000, properties: 5000 }
    : { actions: 1_000_000, events: 5_000_000, properties: 100_000 },
  rounds: quick ? 1 : 9,
  seconds: quick ? 0.1 : 0.5
}

const breadthOptions: BreadthOptions = {
  only: values.only,
  small: { rows: 1000, some: 100 },
  large: quick ? { rows: 20_000, some: 1000 } : { rows: 1_000_000, some: 10_000 },
  rounds: quick ? 1 : 9
}

const combineRuns = Effect.gen(function* () {
  const runs = values.from.map(readRun)
  return `${runs.length} runs on ${runs[0]?.host}.\n\n${runsMarkdown(
    runs.map(({ table }) => table),
    yield* operationGroups
  )}`
})

const measure = Effect.gen(function* () {
  if (values.from.length > 0) return yield* combineRuns
  if (values.soak !== undefined) {
    return soakMarkdown(
      yield* Effect.scoped(measureSoak({ requests: Number(values.soak), only: values.only, fromSources }))
    )
  }
  const table = values.size === true ? [] : yield* Effect.scoped(measureTable(tableOptions))
  if (agree) return "Service and peer answer alike."
  const isWhole = values.only.length === 0 && values.profile === undefined
  const isSized = values.size ?? isWhole
  const size = isSized ? yield* Effect.scoped(measureSize(sizeOptions)) : []
  const breadth = isSized ? yield* Effect.scoped(measureBreadth(breadthOptions)) : []
  if (values.plans !== undefined) writeFileSync(values.plans, plansDocument(breadth))
  if (values.json) return JSON.stringify({ host: host(), table, size, breadth })
  return [
    `Measured on ${host()}. Ratios are medians over paired rounds.`,
    ...(table.length > 0 ? [markdown(table)] : []),
    ...(size.length > 0 ? [sizeMarkdown(size, sizeOptions)] : []),
    ...(breadth.length > 0 ? [breadthMarkdown(breadth)] : [])
  ].join("\n\n")
})

const program = Effect.flatMap(values.help ? Effect.succeed(usage) : measure, (text) =>
  Effect.sync(() => process.stdout.write(`${text}\n`))
)

NodeRuntime.runMain(program)
