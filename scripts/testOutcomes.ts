import { readFileSync } from "node:fs"
import { Schema } from "effect"

/** The fields of vitest's JSON report that are used. A file that failed to load has no assertion results. */
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

/** One test over all runs. `title` is its own, without those of its suites; a file that failed as a whole has none. */
export interface TestOutcome {
  readonly name: string
  readonly title: string
  readonly outcome: "passed" | "failed" | "skipped"
}

/** What became of every test in the reports: a test that one run skips must pass in another, and may fail in none. */
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
