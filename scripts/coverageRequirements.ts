import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { surfaces } from "../src/cli/server/application.ts"
import { proofsOf, requirementCoverage, Requirements } from "./requirementCoverage.ts"
import { asRanges, requirementIds } from "./requirementIds.ts"
import { testOutcomes } from "./testOutcomes.ts"

const reports = process.argv.slice(2).filter((argument) => argument.endsWith(".json"))
const requested = process.argv.slice(2).flatMap(requirementIds)
if (reports.length === 0) {
  console.error("usage: npm run coverage:requirements -- REPORT.json... [ID...]; HUB_TEST_REPORT=REPORT.json npm test")
  process.exit(2)
}

const requirements = Schema.decodeUnknownSync(Schema.fromJsonString(Requirements))(
  readFileSync(`${import.meta.dirname}/../test/requirements.json`, "utf8")
)
const titles = testOutcomes(reports).flatMap(({ outcome, title }) => (outcome === "passed" ? [title] : []))
const declared = surfaces.flatMap(({ endpoints }) => endpoints.map(({ path }) => path))
const rows = requirementCoverage(requirements, titles, declared)
const proofs = proofsOf(titles)

for (const id of requested) console.log([id, ...(proofs.get(id) ?? ["no test"])].join("\n  "))

const idsIn = (state: string, section = "") =>
  rows.filter((row) => row.state === state && row.id.startsWith(section)).map(({ id }) => id)

console.table(
  Object.fromEntries(
    Object.entries(requirements.sections).map(([section, count]) => [
      section,
      {
        requirements: count,
        proven: idsIn("proven", section).length,
        "not built yet": idsIn("later", section).length,
        missing: idsIn("missing", section).length
      }
    ])
  )
)
console.log(`proven ${idsIn("proven").length} of ${rows.length}: ${asRanges(idsIn("proven"))}`)
console.log(`not built yet ${idsIn("later").length}: ${asRanges(idsIn("later"))}`)

const known = new Set(rows.map(({ id }) => id))
const listed = [...Object.keys(requirements.clauses), ...Object.keys(requirements.needs)].flatMap(requirementIds)
const faults = [
  ...rows.flatMap(({ id, state, unproven }) =>
    state === "missing" ? [`${id}: no passed test has in its title ${[id, ...unproven].join(", ")}`] : []
  ),
  ...listed.filter((id) => !known.has(id)).map((id) => `${id}: in test/requirements.json, but not a requirement`),
  ...[...proofs].flatMap(([id, tests]) =>
    known.has(id) ? [] : [`${id}: not a requirement, but in ${tests.join("; ")}`]
  )
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
