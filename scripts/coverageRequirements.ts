import { globSync, readFileSync } from "node:fs"
import { Schema } from "effect"
import { asRanges, requirementId, requirementIds } from "./requirementIds.ts"
import { testTitles } from "./testTitles.ts"

const root = `${import.meta.dirname}/..`

const Requirements = Schema.Struct({
  sections: Schema.Record(Schema.String, Schema.Int),
  finished: Schema.Array(Schema.String),
  notBuiltYet: Schema.Array(Schema.String)
})

const requirements = Schema.decodeUnknownSync(Schema.fromJsonString(Requirements))(
  readFileSync(`${root}/test/requirements.json`, "utf8")
)
const sections = Object.entries(requirements.sections)
const all = sections.flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => requirementId(section, index + 1))
)
const listed = new Set(all)
const finished = new Set(requirements.finished.flatMap(requirementIds))
const notBuiltYet = new Set(requirements.notBuiltYet.flatMap(requirementIds))

const proofs = new Map<string, Array<string>>()
for (const file of globSync("test/**/*.test.ts", { cwd: root }).toSorted()) {
  for (const title of testTitles(readFileSync(`${root}/${file}`, "utf8"))) {
    for (const id of requirementIds(title)) proofs.set(id, [...(proofs.get(id) ?? []), `${file}: ${title}`])
  }
}

const requested = process.argv.slice(2).flatMap(requirementIds)
for (const id of requested) console.log([id, ...(proofs.get(id) ?? ["no test"])].join("\n  "))

const rows = sections.map(([section, count]) => {
  const ids = all.filter((id) => id.startsWith(`${section}-`))
  const proven = ids.filter((id) => proofs.has(id)).length
  const later = ids.filter((id) => notBuiltYet.has(id) && !proofs.has(id)).length
  return [section, { requirements: count, proven, "not built yet": later, missing: count - proven - later }] as const
})
console.table(Object.fromEntries(rows))
const proven = all.filter((id) => proofs.has(id))
console.log(`proven ${proven.length} of ${all.length}: ${asRanges(proven)}`)
const later = all.filter((id) => notBuiltYet.has(id) && !proofs.has(id))
console.log(`not built yet ${later.length}: ${asRanges(later)}`)

const faults = [
  ["finished, but no test names it", all.filter((id) => finished.has(id) && !proofs.has(id))],
  ["neither finished nor not built yet", all.filter((id) => !finished.has(id) && !notBuiltYet.has(id))],
  ["both finished and not built yet", all.filter((id) => finished.has(id) && notBuiltYet.has(id))],
  ["in test/requirements.json, but no requirement", [...finished, ...notBuiltYet].filter((id) => !listed.has(id))],
  ["in a test title, but no requirement", [...proofs.keys()].filter((id) => !listed.has(id))]
] as const
for (const [fault, ids] of faults) {
  if (ids.length === 0) continue
  process.exitCode = 1
  console.error(`${fault} (${ids.length}): ${asRanges(ids)}`)
  for (const id of ids) if (!listed.has(id)) console.error(`  ${(proofs.get(id) ?? []).join("\n  ")}`)
}
