import { BigDecimal, Effect } from "effect"
import { FileInvalid } from "../imports/FileInvalid.ts"
import type { Program } from "../programs/Program.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { type ProgramImport, refuse } from "./ProgramImport.ts"

type Version = ProgramFile["earningRules"][number]

/** Identifies rules by their content. */
const rulesKey = ({ rules }: Version) =>
  JSON.stringify(
    rules.map(({ category, currency, exclusions, maxPointsPerStay, minSpend, pointsPerUnit }) => [
      category,
      currency,
      exclusions,
      maxPointsPerStay,
      minSpend === null ? null : BigDecimal.format(minSpend),
      BigDecimal.format(pointsPerUnit)
    ])
  )

const keyed = (versions: ReadonlyArray<Version>) =>
  versions.map((version) => ({ from: version.effectiveFrom, rules: rulesKey(version) }))

type Keyed = ReturnType<typeof keyed>

/** The index of the version in force on each of the days, which ascend; -1 where there is none. */
const inForce = (versions: Keyed, days: ReadonlyArray<string>): ReadonlyArray<number> => {
  const starts = versions
    .map(({ from }, index) => ({ from, index }))
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  let next = 0
  let newest = -1
  return days.map((day) => {
    for (let start = starts[next]; start !== undefined && start.from <= day; start = starts[++next]) {
      newest = Math.max(newest, start.index)
    }
    return newest
  })
}

/**
 * How many of the file's versions the stored ones already contain: in the same order, and such that appending the
 * others puts the file's rules in force on every day from `today` that the file covers. Of overlapping versions the
 * newest counts, so all versions of the file from the first one that is not contained must be appended.
 */
const containedVersions = (stored: ReadonlyArray<Version>, versions: ReadonlyArray<Version>, today: string): number => {
  const [before, wanted] = [keyed(stored), keyed(versions)]
  let contained = 0
  for (const { from, rules } of before) {
    const next = wanted[contained]
    if (next !== undefined && next.from === from && next.rules === rules) contained++
  }
  // The rules in force change on these days only.
  const starts = [...before, ...wanted].map(({ from }) => (from < today ? today : from))
  const days = [...new Set([today, ...starts])].toSorted()
  const [now, then] = [inForce(before, days), inForce(wanted, days)]
  for (const [index, version] of then.entries()) {
    // An appended version prevails on all later days, so the first day with other rules decides.
    if (version >= 0 && wanted[version]?.rules !== before[now[index] ?? -1]?.rules) return Math.min(contained, version)
  }
  return contained
}

/**
 * Imports the versions of the earning rules by appending those that the stored ones do not contain; existing ones stay.
 * An existing program accepts no new version effective before `today`, since it would change what its stays earn.
 */
export const importEarningRules = Effect.fnUntraced(function* (
  step: ProgramImport,
  { isNew, program: { id: programId } }: { readonly program: Program; readonly isNew: boolean },
  versions: ProgramFile["earningRules"],
  today: string
) {
  const { now, organizationId, results, store } = step
  const rows = store.of("earningRules")
  const stored = yield* rows.list({ organizationId, programId }, { by: ["version"] })
  const contained = containedVersions(stored, versions, today)
  const isStored = ({ effectiveFrom, rules }: Version) => {
    const wanted = rulesKey({ effectiveFrom, rules })
    return stored.some((version) => version.effectiveFrom === effectiveFrom && rulesKey(version) === wanted)
  }
  let version = stored.at(-1)?.version ?? 0
  for (const [index, { effectiveFrom, rules }] of versions.entries()) {
    const key = `from ${effectiveFrom}`
    if (index < contained) {
      results.push({ kind: "earning rules", key, outcome: "unchanged" })
    } else if (!isNew && effectiveFrom < today) {
      const reason = isStored({ effectiveFrom, rules }) ? "newer rules of the program replace it, and " : ""
      yield* refuse(step, "earning rules", key, `${reason}rules for past days cannot change`)
    } else {
      version++
      yield* rows
        .insert({ organizationId, programId, version, rules, effectiveFrom, createdAt: now })
        .pipe(Effect.catch(() => Effect.fail(FileInvalid.taken(`earningRules[${index}]`))))
      results.push({ kind: "earning rules", key, outcome: "created" })
    }
  }
})
