import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { decimal, type Line, median } from "./report.ts"
import { subjectNames } from "./subjects.ts"

const LineOfRun = Schema.Struct({
  operation: Schema.String,
  connections: Schema.Int,
  subject: Schema.Literals(subjectNames),
  perSecond: Schema.Number,
  p50: Schema.Number,
  p99: Schema.Number,
  cpuMicros: Schema.Number,
  residentMiB: Schema.Number,
  serviceIs: Schema.NullOr(Schema.Number)
})

const decodeRun = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ host: Schema.String, table: Schema.Array(LineOfRun) }))
)

/** What a run with `--json` printed. */
export const readRun = (file: string) => decodeRun(readFileSync(file, "utf8"))

const geometricMean = (values: ReadonlyArray<number>) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

/** The median of several runs and how far they lie apart. */
const spreadOf = (values: ReadonlyArray<number>) =>
  values.length === 0
    ? ""
    : `${decimal(median(values), 2)} x (${decimal(Math.min(...values), 2)} to ${decimal(Math.max(...values), 2)})`

const rowOf = (cells: ReadonlyArray<string | number>) => `| ${cells.join(" | ")} |`

const ratiosOf = (lines: ReadonlyArray<Line>) => lines.flatMap(({ serviceIs }) => serviceIs ?? [])

const heading = [
  "| Operation | | requests/s | p50 ms | p99 ms | CPU us/request | memory MiB | service is |",
  "|---|---|--:|--:|--:|--:|--:|--:|"
]

/** The same lines of several runs: medians, the ratio with its least and greatest. */
const joined = (lines: ReadonlyArray<Line>): string => {
  const [first] = lines
  const of = (value: (line: Line) => number, digits: number) => decimal(median(lines.map(value)), digits)
  return rowOf([
    first?.operation ?? "",
    first?.subject ?? "",
    of(({ perSecond }) => perSecond, 0),
    of(({ p50 }) => p50, 2),
    of(({ p99 }) => p99, 2),
    of(({ cpuMicros }) => cpuMicros, 0),
    of(({ residentMiB }) => residentMiB, 0),
    spreadOf(ratiosOf(lines))
  ])
}

/** For each run, the geometric mean of the service's requests/s over the peer's. */
const means = (runs: ReadonlyArray<ReadonlyArray<Line>>, connections: number, names: ReadonlySet<string>) =>
  runs.map((lines) =>
    geometricMean(
      ratiosOf(
        lines.filter((line) => line.connections === connections && line.subject === "peer" && names.has(line.operation))
      )
    )
  )

/** Operations under a name, as a line of the overview. */
export interface Group {
  readonly title: string
  readonly names: ReadonlySet<string>
}

/**
 * Several runs as one: an overview of geometric means by `groups`, then a table for each number of connections. A figure is
 * the median of the runs.
 */
export const runsMarkdown = (runs: ReadonlyArray<ReadonlyArray<Line>>, groups: ReadonlyArray<Group>): string => {
  const lines = runs.flat()
  const loads = [...new Set(lines.map(({ connections }) => connections))].toSorted((a, b) => b - a)
  const measured = groups.flatMap(({ names, title }) => {
    const present = new Set(lines.map(({ operation }) => operation).filter((name) => names.has(name)))
    return present.size === 0 ? [] : [{ names: present, title: `${present.size} ${title}` }]
  })
  const overview = [
    rowOf(["Geometric mean", ...loads]),
    `|---|${"--:|".repeat(loads.length)}`,
    ...measured.map(({ names, title }) =>
      rowOf([title, ...loads.map((connections) => spreadOf(means(runs, connections, names)))])
    )
  ]
  const tables = loads.flatMap((connections) => {
    const ofLoad = lines.filter((line) => line.connections === connections)
    const groupsOfLoad = Map.groupBy(ofLoad, ({ operation, subject }) => `${operation} ${subject}`)
    return ["", `### ${connections} connections`, "", ...heading, ...[...groupsOfLoad.values()].map(joined)]
  })
  return [...overview, ...tables].join("\n")
}
