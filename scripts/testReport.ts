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

const [path = ""] = process.argv.slice(2)
const { testResults } = Schema.decodeUnknownSync(Schema.fromJsonString(Report))(readFileSync(path, "utf8"))
const tests = testResults.flatMap((file) =>
  file.assertionResults.map((test) => ({ ...test, name: `${file.name}: ${test.fullName}` }))
)
const passed = tests.filter((test) => test.status === "passed")
const failed = [
  ...tests.filter((test) => test.status === "failed"),
  ...testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")
  )
]
const skipped = tests.filter((test) => test.status !== "passed" && test.status !== "failed")

for (const { name } of failed) console.error(`failed: ${name}`)
for (const { name } of skipped) console.error(`skipped, although the servers it waits for are there: ${name}`)
if (passed.length === 0 || failed.length > 0 || skipped.length > 0) process.exitCode = 1
console.log(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`)
