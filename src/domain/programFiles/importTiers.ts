import { Effect, Option } from "effect"
import { FileInvalid } from "../imports/FileInvalid.ts"
import type { Program, Tier, TierId } from "../programs/Program.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { matcher, type ProgramImport, refuse } from "./ProgramImport.ts"

/** Above every level in use: two tiers may swap their levels, one after the other. */
const aside = 1_000_000

/** The tiers of the file, by its ids for them. Tiers that it does not have stay. */
export const importTiers = Effect.fnUntraced(function* (
  step: ProgramImport,
  { id: programId }: Program,
  tiers: ProgramFile["tiers"]
) {
  const { now, organizationId, settle, store } = step
  const rows = store.of("tiers")
  const stored = yield* rows.list({ organizationId, programId }, { by: ["level"] })
  const match = matcher(
    stored,
    tiers.map(({ tierId }) => tierId),
    ({ level }) => String(level)
  )
  const matched = tiers.map((tier) => ({ tier, found: match(tier.tierId, String(tier.level)) }))
  const taken = new Set(matched.flatMap(({ found }) => Option.toArray(Option.map(found, ({ id }) => id))))
  const levels = new Map(stored.filter(({ id }) => !taken.has(id)).map((tier) => [tier.level, tier]))
  for (const { found, tier } of matched) {
    const moves = Option.filter(found, ({ level }) => level !== tier.level)
    if (Option.isNone(moves)) continue
    const { id, level } = moves.value
    yield* rows.change({ organizationId, id }, { level: aside + level })
  }
  const ids = new Map<string, TierId>()
  for (const [index, { found, tier }] of matched.entries()) {
    const { tierId: xid, ...wanted } = tier
    const key = `level ${tier.level}`
    const other = levels.get(tier.level)
    if (other !== undefined) {
      yield* refuse(step, "tier", key, `the program has another tier at this level, ${other.name}`)
      continue
    }
    const row: Tier = yield* settle({
      kind: "tier",
      table: "tiers",
      path: `tiers[${index}]`,
      key,
      found,
      wanted,
      insert: rows.insertNumbered({ ...wanted, xid, organizationId, programId, updatedAt: now }),
      update: ({ id }) => rows.update({ organizationId, id }, { ...wanted, updatedAt: now })
    })
    ids.set(xid, row.id)
  }
  return ids
})

/** Whether two lists of rules are the same version, whatever their numbers. */
const versionKey = ({ effectiveFrom, rules }: ProgramFile["earningRules"][number]) =>
  JSON.stringify([
    effectiveFrom,
    rules.map(({ minSpend, pointsPerUnit, ...rule }) => [rule, String(pointsPerUnit), String(minSpend)])
  ])

/**
 * The versions of the earning rules, in their order; those that are there stay as they are. A program that is there already
 * takes no version that is in force from a day before `today` on: it would change what its stays earn.
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
  const known = new Set(stored.map(versionKey))
  let version = stored.at(-1)?.version ?? 0
  for (const [index, { effectiveFrom, rules }] of versions.entries()) {
    const key = `from ${effectiveFrom}`
    if (known.has(versionKey({ effectiveFrom, rules }))) {
      results.push({ kind: "earning rules", key, outcome: "unchanged" })
    } else if (!isNew && effectiveFrom < today) {
      yield* refuse(step, "earning rules", key, "rules of days gone by cannot change")
    } else {
      version++
      yield* rows
        .insert({ organizationId, programId, version, rules, effectiveFrom, createdAt: now })
        .pipe(Effect.catch(() => Effect.fail(FileInvalid.taken(`earningRules[${index}]`))))
      results.push({ kind: "earning rules", key, outcome: "created" })
    }
  }
})
