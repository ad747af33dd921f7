import { readFileSync } from "node:fs"
import { Schema } from "effect"

/** The fields of vitest's JSON report that are used. A file that failed to load has no assertion results. */
const Report = Schema.Struct({
  testResults: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      status: Schema.String,
      message: Schema.optional(Schema.String),
      assertionResults: Schema.Array(Schema.Struct({ fullName: Schema.String, status: Schema.String }))
    })
  )
})

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Report))

/** The files of all runs: a test that one run skips must pass in another. */
const files = process.argv.slice(2).flatMap((path) => decode(readFileSync(path, "utf8")).testResults)

const outcomes = new Map<string, Set<string>>()
for (const file of files) {
  // A file that failed as a whole, for example while loading, reports no tests.
  const isWhole = file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")
  const tests = file.assertionResults.map((test) => ({ name: `${file.name}: ${test.fullName}`, status: test.status }))
  for (const { name, status } of isWhole ? [...tests, { name: file.name, status: "failed" }] : tests) {
    outcomes.set(name, (outcomes.get(name) ?? new Set()).add(status))
  }
}

const names = [...outcomes]
const failed = names.filter(([, statuses]) => statuses.has("failed"))
const passed = names.filter(([, statuses]) => statuses.has("passed") && !statuses.has("failed"))
const skipped = names.filter(([, statuses]) => !statuses.has("passed") && !statuses.has("failed"))

for (const [name] of failed) console.error(`failed: ${name}`)
for (const [name] of skipped) console.error(`skipped, although its servers are available: ${name}`)
if (passed.length === 0 || failed.length > 0 || skipped.length > 0) process.exitCode = 1
console.log(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`)
