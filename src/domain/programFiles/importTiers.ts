import { Array, Effect, Option } from "effect"
import { endTiersOf } from "../members/endTiersOf.ts"
import type { Program, Tier, TierId } from "../programs/Program.ts"
import type { ProgramFile } from "./ProgramFile.ts"
import { matchRows, type ProgramImport, refuse } from "./ProgramImport.ts"

/** Temporary offset above every level in use, so that tiers can swap levels. */
const levelOffset = 1_000_000

/** Imports the tiers; returns the row ids by the file's ids. Tiers not in the file stay. */
export const importTiers = Effect.fnUntraced(function* (
  step: ProgramImport,
  program: Program,
  tiers: ProgramFile["tiers"]
) {
  const { now, organizationId, upsert, store } = step
  const programId = program.id
  const rows = store.of("tiers")
  yield* endTiersOf(program)
  const stored = yield* rows.list({ organizationId, programId }, { by: ["level"] })
  const found = matchRows(
    stored,
    ({ level }) => String(level),
    tiers.map(({ level, tierId }) => ({ id: tierId, key: String(level) }))
  )
  const matched = Array.zipWith(tiers, found, (tier, row) => ({ tier, found: row }))
  const matchedIds = new Set(matched.flatMap(({ found }) => Option.toArray(Option.map(found, ({ id }) => id))))
  const levels = new Map(stored.filter(({ id }) => !matchedIds.has(id)).map((tier) => [tier.level, tier]))
  for (const { found, tier } of matched) {
    const moves = Option.filter(found, ({ level }) => level !== tier.level)
    if (Option.isNone(moves)) continue
    const { id, level } = moves.value
    yield* rows.change({ organizationId, id }, { level: levelOffset + level })
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
    const row: Tier = yield* upsert({
      kind: "tier",
      table: "tiers",
      names: { xid: "tierId" },
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
