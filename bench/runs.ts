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

/** The output of a run with `--json`. */
export const readRun = (file: string) => decodeRun(readFileSync(file, "utf8"))

const geometricMean = (values: ReadonlyArray<number>) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

/** The median of several runs, with their range. */
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

/** One row for the same line of several runs: medians, and the range of the ratio. */
const combinedRow = (lines: ReadonlyArray<Line>): string => {
  const [first] = lines
  const medianOf = (value: (line: Line) => number, digits: number) => decimal(median(lines.map(value)), digits)
  return rowOf([
    first?.operation ?? "",
    first?.subject ?? "",
    medianOf(({ perSecond }) => perSecond, 0),
    medianOf(({ p50 }) => p50, 2),
    medianOf(({ p99 }) => p99, 2),
    medianOf(({ cpuMicros }) => cpuMicros, 0),
    medianOf(({ residentMiB }) => residentMiB, 0),
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

/** A named group of operations: one line of the overview. */
export interface Group {
  readonly title: string
  readonly names: ReadonlySet<string>
}

/**
 * Combines several runs: an overview of geometric means by `groups`, then a table per number of connections. Each
 * figure is the median of the runs.
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
    return ["", `### ${connections} connections`, "", ...heading, ...[...groupsOfLoad.values()].map(combinedRow)]
  })
  return [...overview, ...tables].join("\n")
}
