import { configurationTable } from "../src/layers/configuration/variables.ts"
import { jobsTable } from "./jobsTable.ts"
import { metricsTable } from "./metricsTable.ts"

/** The generated tables of the README by the name of their marker. */
export const readmeTables: Readonly<Record<string, string>> = {
  configuration: configurationTable(),
  jobs: jobsTable(),
  metrics: metricsTable()
}
