import { configurationTable } from "../src/layers/configuration/variables.ts"
import { jobsTable } from "./jobsTable.ts"
import { metricsTable } from "./metricsTable.ts"

/** A table generated from the code; `document` contains it between markers with its name. */
export interface GeneratedTable {
  readonly name: string
  readonly document: string
  readonly table: string
}

export const generatedTables: ReadonlyArray<GeneratedTable> = [
  { name: "configuration", document: "docs/configuration.md", table: configurationTable() },
  { name: "jobs", document: "docs/operations.md", table: jobsTable() },
  { name: "metrics", document: "docs/operations.md", table: metricsTable() }
]
