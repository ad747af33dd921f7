import type { EntitledTier } from "./Programs.ts"
import type { ProgramId, TierId } from "./Program.ts"

/** A tier whose level changes. */
export interface LevelChange {
  readonly tierId: TierId
  readonly from: number
  readonly to: number
}

/** The levels that the changes pass: above the lowest, up to the highest; null without a change. */
export const levelsPassed = (changes: ReadonlyArray<LevelChange>) => {
  const levels = changes.flatMap(({ from, to }) => [from, to])
  return levels.length === 0 ? null : { above: Math.min(...levels), upTo: Math.max(...levels) }
}

/**
 * The benefits, sorted by id, that some member gains or loses by the changes: a tier is entitled to them, and a level
 * moves over the one that they ask for (`minTierLevel`). That is the level of the entitled tier; for a tier of another
 * program it is that of any tier, since a member's level is the highest in the organization (DOMAIN 4, 8.3).
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
