import { cpus } from "node:os"
import type { Sample } from "./round.ts"
import { type SubjectName, subjectNames } from "./subjects.ts"

/** The median. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * One subject under one load. `serviceIs` is the median over the rounds of service / this subject; null for the
 * service.
 */
export interface Line {
  readonly operation: string
  readonly connections: number
  readonly subject: SubjectName
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpuMicros: number
  readonly residentMiB: number
  readonly serviceIs: number | null
}

const lineOf = (samples: ReadonlyArray<Sample>, subject: SubjectName): Line | undefined => {
  const own = samples.filter((sample) => sample.subject === subject)
  const [first] = own
  if (first === undefined) return undefined
  const of = (value: (sample: Sample) => number) => median(own.map(value))
  const ratios = own.flatMap(({ perSecond, round }) => {
    const ours = samples.find((sample) => sample.subject === "service" && sample.round === round)
    return ours === undefined ? [] : [ours.perSecond / perSecond]
  })
  return {
    operation: first.operation,
    connections: first.connections,
    subject,
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    residentMiB: of(({ residentMiB }) => residentMiB),
    serviceIs: subject === "service" ? null : median(ratios)
  }
}

/** The lines of the table: one per operation, load and subject, most connections first. */
export const linesOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<Line> => {
  const groups = Map.groupBy(samples, ({ connections, operation }) => `${connections} ${operation}`)
  return [...groups.values()]
    .toSorted((a, b) => (b[0]?.connections ?? 0) - (a[0]?.connections ?? 0))
    .flatMap((group) => subjectNames.flatMap((subject) => lineOf(group, subject) ?? []))
}

export const decimal = (value: number, digits: number) => (Number.isNaN(value) ? "-" : value.toFixed(digits))

/** The machine of the run. */
export const host = () => `${cpus().length} x ${cpus()[0]?.model.trim() ?? "CPU"}, Node ${process.versions.node}`

export const markdown = (lines: ReadonlyArray<Line>): string =>
  [
    "| Operation | Connections | | requests/s | p50 ms | p99 ms | CPU us/request | memory MiB | service is |",
    "|---|--:|---|--:|--:|--:|--:|--:|--:|",
    ...lines.map((line) =>
      [
        "",
        line.operation,
        line.connections,
        line.subject,
        decimal(line.perSecond, 0),
        decimal(line.p50, 2),
        decimal(line.p99, 2),
        decimal(line.cpuMicros, 0),
        decimal(line.residentMiB, 0),
        line.serviceIs === null ? "" : `${decimal(line.serviceIs, 2)} x`,
        ""
      ].join(" | ")
    )
  ]
    .map((line) => line.trim())
    .join("\n")
