import { Array, Effect, Option } from "effect"
import type { BenefitId, Entitlement } from "../benefits/Benefit.ts"
import type { Program, TierId } from "../programs/Program.ts"
import { matchRows, type ProgramImport, refuse, venuesOf } from "./ProgramImport.ts"
import type { ProgramFile } from "./ProgramFile.ts"

interface Ids {
  readonly tiers: ReadonlyMap<string, TierId>
  readonly benefits: ReadonlyMap<string, BenefitId>
}

const isSameSet = (a: ReadonlyArray<number> | null, b: ReadonlyArray<number> | null) =>
  a === null || b === null ? a === b : a.length === b.length && a.every((id) => b.includes(id))

/** Identifies an active entitlement: at most one per tier and benefit is active. */
const pairOf = ({ active, benefitId, tierId }: Pick<Entitlement, "tierId" | "benefitId" | "active">) =>
  active ? `${tierId} ${benefitId}` : undefined

/** The rows of the file with row ids; records a refusal of those that lack a tier, a benefit or a venue. */
const resolve = Effect.fnUntraced(function* (step: ProgramImport, ids: Ids, entitlements: ProgramFile["entitlements"]) {
  const resolved = []
  for (const [index, { benefitId, entitlementId: xid, tierId, venueIds, ...rest }] of entitlements.entries()) {
    const key = `${tierId} to ${benefitId}`
    const [tier, benefit] = [ids.tiers.get(tierId), ids.benefits.get(benefitId)]
    if (tier === undefined || benefit === undefined) {
      yield* refuse(step, "entitlement", key, "its tier or its benefit is refused")
      continue
    }
    const venues = venueIds === null ? null : yield* venuesOf(step, "entitlement", key, venueIds)
    if (venues === undefined) continue
    const wanted = { ...rest, tierId: tier, benefitId: benefit, venueIds: venues }
    resolved.push({ path: `entitlements[${index}]`, key, xid, wanted })
  }
  return resolved
})

/** Imports the entitlements. Those not in the file stay. */
export const importEntitlements = Effect.fnUntraced(function* (
  step: ProgramImport,
  { id: programId }: Program,
  ids: Ids,
  entitlements: ProgramFile["entitlements"]
) {
  const { now, organizationId, upsert, store } = step
  const rows = store.of("entitlements")
  const stored = yield* rows.list({ organizationId, programId }, { by: ["id"] })
  const resolved = yield* resolve(step, ids, entitlements)
  const found = matchRows(
    stored,
    pairOf,
    resolved.map(({ wanted, xid }) => ({ id: xid, key: pairOf(wanted) }))
  )
  const matched = Array.zipWith(resolved, found, (row, of) => ({ ...row, found: of }))
  const matchedIds = new Set(found.flatMap((row) => Option.toArray(Option.map(row, ({ id }) => id))))
  const others = new Map(stored.filter(({ id }) => !matchedIds.has(id)).map((row) => [pairOf(row), row]))
  // Rows that give up their pair go first, so that others can take it whatever their order.
  for (const { found: row, wanted } of matched) {
    const releases = Option.filter(row, (before) => before.active && pairOf(before) !== pairOf(wanted))
    if (Option.isSome(releases)) yield* rows.change({ organizationId, id: releases.value.id }, { active: false })
  }
  for (const { found: row, key, path, wanted, xid } of matched) {
    const other = wanted.active ? others.get(pairOf(wanted)) : undefined
    if (other !== undefined) {
      yield* refuse(step, "entitlement", key, `the tier has another active entitlement to the benefit, ${other.xid}`)
      continue
    }
    const venueIds = Option.match(row, {
      onNone: () => wanted.venueIds,
      onSome: (before) => (isSameSet(before.venueIds, wanted.venueIds) ? before.venueIds : wanted.venueIds)
    })
    const change = { ...wanted, venueIds }
    yield* upsert({
      kind: "entitlement",
      table: "entitlements",
      names: { xid: "entitlementId" },
      path,
      key,
      found: row,
      wanted: change,
      insert: rows.insertNumbered({ ...change, xid, organizationId, programId, createdAt: now, updatedAt: now }),
      update: ({ id }) => rows.update({ organizationId, id }, { ...change, updatedAt: now })
    })
  }
})
