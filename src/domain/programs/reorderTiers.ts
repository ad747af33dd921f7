import { Array, Effect } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { endTiersOf } from "../members/endTiersOf.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { NotFound } from "../shared/NotFound.ts"
import { affectedBenefits, levelsPassed } from "./affectedBenefits.ts"
import { listTiers } from "./readPrograms.ts"
import { lockWholeProgram, saveProgram } from "./lockProgram.ts"
import type { Tier } from "./Program.ts"
import { Programs } from "./Programs.ts"

const levelsOf = (tiers: ReadonlyArray<Tier>) => ({
  tiers: tiers.map(({ level, xid }) => ({ tierId: xid, level }))
})

/**
 * Reorders the tiers of a program, lowest first, by permuting their existing levels. An id that is unknown, foreign or
 * of another program is the same `NotFound` (PAR-140); a tier that is repeated or left out is `FieldInvalid`. Benefits
 * keep the level that they require; the result lists those that members gain or lose (DOMAIN 8.3). Arrival tasks are
 * rebuilt before they are shown.
 */
export const reorderTiers = Effect.fnUntraced(function* (programId: string, tierIds: ReadonlyArray<string>) {
  const program = yield* lockWholeProgram(programId)
  const programs = yield* Programs
  const { id, organizationId } = program
  const key = { organizationId, programId: id }
  const tiers = yield* programs.listTiers(key)
  const ordered = tierIds.flatMap((tierId) => tiers.find(({ xid }) => xid === tierId) ?? [])
  if (ordered.length < tierIds.length) return yield* new NotFound({ field: "tierIds" })
  if (ordered.length !== tiers.length || new Set(ordered).size !== tiers.length) {
    return yield* FieldInvalid.of("tierIds", "must list every tier of the program exactly once")
  }
  const placed = Array.zipWith(ordered, tiers, (tier, { level }) => ({ tier, level }))
  const moved = placed.filter(({ level, tier }) => level !== tier.level)
  const changes = moved.map(({ level, tier }) => ({ tierId: tier.id, from: tier.level, to: level }))
  const range = levelsPassed(changes)
  if (range === null) return { ...(yield* listTiers(programId)), affectedBenefitIds: [] }
  yield* endTiersOf(program)
  const updatedAt = yield* saveProgram(program)
  yield* programs.updateLevels({ ...key, tiers: moved.map(({ level, tier }) => ({ ...tier, level, updatedAt })) })
  yield* scheduleArrivalRebuild(organizationId, null)
  const entitled = yield* programs.listEntitled({ organizationId, ...range })
  yield* audit({
    organizationId,
    action: "program.tiers_reordered",
    subject: `program:${programId}`,
    before: levelsOf(tiers),
    after: levelsOf(placed.map(({ level, tier }) => ({ ...tier, level })))
  })
  return {
    ...(yield* listTiers(programId)),
    affectedBenefitIds: affectedBenefits(id, changes, entitled)
  }
})
