import { readFileSync } from "node:fs"
import { Schema } from "effect"

/** The part of vitest's JSON report that is read here. A file that could not be loaded has no assertions. */
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

/** The files of one run or several: what one skips, another has to run. */
const files = process.argv.slice(2).flatMap((path) => decode(readFileSync(path, "utf8")).testResults)

const outcomes = new Map<string, Set<string>>()
for (const file of files) {
  // A file that failed as a whole, such as one that could not be loaded, tells of no test.
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
for (const [name] of skipped) console.error(`skipped, although the servers it waits for are there: ${name}`)
if (passed.length === 0 || failed.length > 0 || skipped.length > 0) process.exitCode = 1
console.log(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`)
