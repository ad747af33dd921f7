import type { EntitledTier } from "./Programs.ts"
import type { ProgramId, TierId } from "./Program.ts"

/** A tier whose level changes. */
export interface LevelChange {
  readonly tierId: TierId
  readonly from: number
  readonly to: number
}

/** The range of levels that the changes span: above the lowest, up to the highest; null without changes. */
export const levelsPassed = (changes: ReadonlyArray<LevelChange>) => {
  const levels = changes.flatMap(({ from, to }) => [from, to])
  return levels.length === 0 ? null : { above: Math.min(...levels), upTo: Math.max(...levels) }
}

/**
 * The benefits, sorted by id, that some member gains or loses through the changes: a tier is entitled to them, and a
 * level crosses their `minTierLevel`. For an entitlement in this program, only the level of the entitled tier counts;
 * for one in another program, that of any tier, since a member's level is their highest in the organization (DOMAIN 4,
 * 8.3).
 */
export const affectedBenefits = (
  programId: ProgramId,
  changes: ReadonlyArray<LevelChange>,
  entitled: ReadonlyArray<EntitledTier>
): ReadonlyArray<string> => {
  const isAffected = (entitlement: EntitledTier) =>
    changes.some(
      ({ from, tierId, to }) =>
        (tierId === entitlement.tierId || entitlement.programId !== programId) &&
        from >= entitlement.minTierLevel !== to >= entitlement.minTierLevel
    )
  return [...new Set(entitled.filter(isAffected).map(({ benefitId }) => benefitId))].toSorted()
}
