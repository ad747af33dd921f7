import { BigDecimal, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { endTiersOf } from "../members/endTiersOf.ts"
import { changedFields } from "../shared/changedFields.ts"
import { getTier } from "./readPrograms.ts"
import { lockProgramOfTier, saveProgram } from "./lockProgram.ts"
import { Programs } from "./Programs.ts"
import { settingsOf, type TierChange } from "./TierView.ts"

/** The settings that decide what follows a period. */
const periodFields = ["qualifyingPoints", "qualifyingNights", "validityMonths"] as const

/**
 * Changes settings of a tier; absent fields stay. The new multiplier applies immediately to stays that are not
 * finalised; members are promoted or demoted only with their next points or at the end of their period (DOMAIN 4.4,
 * MEM-047).
 */
export const changeTier = Effect.fnUntraced(function* (programId: string, tierId: string, change: TierChange) {
  const { program, tier } = yield* lockProgramOfTier(programId, tierId)
  const settings = settingsOf(tier)
  const changed = changedFields(settings, change)
  if (changed !== undefined) {
    const merged = { ...settings, ...changed.after }
    if (periodFields.some((field) => field in changed.after)) yield* endTiersOf(program)
    const updatedAt = yield* saveProgram(program)
    const multiplier = BigDecimal.fromNumberUnsafe(merged.multiplier)
    yield* Programs.use(({ updateTier }) => updateTier({ ...tier, ...merged, multiplier, updatedAt }))
    yield* audit({
      organizationId: tier.organizationId,
      action: "tier.changed",
      subject: `tier:${tierId}`,
      ...changed
    })
  }
  return yield* getTier(programId, tierId)
})
