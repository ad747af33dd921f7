import { configurationTable } from "../src/layers/configuration/variables.ts"
import { jobsTable } from "./jobsTable.ts"
import { metricsTable } from "./metricsTable.ts"

/** The tables of the README by the name of their mark. */
export const readmeTables: Readonly<Record<string, string>> = {
  configuration: configurationTable(),
  jobs: jobsTable(),
  metrics: metricsTable()
}
