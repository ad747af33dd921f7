import { readFileSync } from "node:fs"
import { Schema } from "effect"

/** The relevant fields of vitest's JSON report. A file that failed to load has no assertion results. */
const Report = Schema.Struct({
  testResults: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      status: Schema.String,
      message: Schema.optional(Schema.String),
      assertionResults: Schema.Array(
        Schema.Struct({ fullName: Schema.String, title: Schema.String, status: Schema.String })
      )
    })
  )
})

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Report))

/**
 * The outcome of one test across all runs. `title` excludes the titles of its suites; empty for a file that failed as a
 * whole.
 */
export interface TestOutcome {
  readonly name: string
  readonly title: string
  readonly outcome: "passed" | "failed" | "skipped"
}

/** Combines the reports of several runs: a test passes if it passed in at least one run and failed in none. */
export const testOutcomes = (reports: ReadonlyArray<string>): ReadonlyArray<TestOutcome> => {
  const tests = new Map<string, { readonly title: string; readonly statuses: Set<string> }>()
  for (const file of reports.flatMap((path) => decode(readFileSync(path, "utf8")).testResults)) {
    // A file that failed as a whole, for example while loading, reports no tests.
    const isWhole = file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")
    const whole = isWhole ? [{ fullName: "", title: "", status: "failed" }] : []
    for (const { fullName, status, title } of [...file.assertionResults, ...whole]) {
      const name = `${file.name}: ${fullName}`
      const test = tests.get(name) ?? { title, statuses: new Set() }
      tests.set(name, test)
      test.statuses.add(status)
    }
  }
  return [...tests].map(([name, { statuses, title }]) => ({
    name,
    title,
    outcome: statuses.has("failed") ? "failed" : statuses.has("passed") ? "passed" : "skipped"
  }))
}
