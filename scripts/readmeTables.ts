import { jobsTable } from "../src/domain/jobs/Jobs.ts"
import { metricsTable } from "../src/domain/shared/metrics.ts"
import { configurationTable } from "../src/layers/configuration/variables.ts"

/** The tables of the README by the name of their mark. */
export const readmeTables: Readonly<Record<string, string>> = {
  configuration: configurationTable(),
  jobs: jobsTable(),
  metrics: metricsTable()
}
