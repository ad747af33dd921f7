import type { DateTime } from "effect"
import type { Enrolment } from "../members/Member.ts"
import type { Tier } from "./Program.ts"
import { endTierPeriods } from "./TierProgress.ts"

/** An enrolment's tier at a moment, with the points that qualify for the next one. */
export interface CurrentTier {
  readonly tier: Tier
  readonly qualifyingPoints: number
}

/**
 * An enrolment's tier at `now`: the stored one until its period ends, then the result of all ended periods, whether or
 * not the job has stored it yet (DOMAIN 4.4). `tiers` are those of its program.
 */
export const currentTier = (
  enrolment: Enrolment,
  tiers: ReadonlyArray<Tier>,
  now: DateTime.Utc
): CurrentTier | undefined => {
  const { qualifyingPoints, tierId } = endTierPeriods(enrolment, tiers, now)
  const tier = tiers.find(({ id }) => id === tierId)
  return tier === undefined ? undefined : { tier, qualifyingPoints }
}
