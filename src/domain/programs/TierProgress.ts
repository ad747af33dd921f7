import { DateTime } from "effect"
import type { Enrolment } from "../members/Member.ts"
import type { Tier } from "./Program.ts"
import { reachedTier } from "./reachedTier.ts"
import { maxInt } from "../shared/maxInt.ts"

/** The tier fields that the end of a period depends on. */
type PeriodTier = Pick<Tier, "id" | "level" | "qualifyingNights" | "qualifyingPoints" | "validityMonths">
type Period = Pick<Enrolment, "qualifyingNights" | "qualifyingPoints" | "tierExpiresAt" | "tierId">

/** The lowest tier cannot be lost, so it does not expire. */
const endOf = (tier: PeriodTier, tiers: ReadonlyArray<PeriodTier>, from: DateTime.Utc): DateTime.Utc | null =>
  tiers.some(({ level }) => level < tier.level) ? DateTime.add(from, { months: tier.validityMonths }) : null

/**
 * Ends every tier period that is over at `now`: each time the member gets the highest tier they qualified for in the
 * period, else the lowest, and qualification starts over (DOMAIN 4.4).
 */
export const endTierPeriods = <E extends Period>(
  enrolment: E,
  tiers: ReadonlyArray<PeriodTier>,
  now: DateTime.Utc
): E => {
  let current = enrolment
  while (current.tierExpiresAt !== null && DateTime.isLessThanOrEqualTo(current.tierExpiresAt, now)) {
    const tier = reachedTier(tiers, current)
    if (tier === undefined) return current
    current = {
      ...current,
      tierId: tier.id,
      tierExpiresAt: endOf(tier, tiers, current.tierExpiresAt),
      qualifyingPoints: 0,
      qualifyingNights: 0
    }
  }
  return current
}

/** The qualifying points and nights of a stay or a merged account. */
export interface Qualifying {
  readonly points: number
  readonly nights: number
}

export interface TierProgress {
  readonly enrolment: Enrolment
  /** The higher tier reached; undefined if the tier stays. */
  readonly promotedTo: Tier | undefined
}

/** The range of the column; no tier requires more. */
const maxQualifying = maxInt

/** Counts points towards the tier, in the period of `now`; a promotion applies at once (DOMAIN 4.4). */
export const addQualifying = (
  enrolment: Enrolment,
  tiers: ReadonlyArray<Tier>,
  { nights, points }: Qualifying,
  now: DateTime.Utc
): TierProgress => {
  const current = endTierPeriods(enrolment, tiers, now)
  const counted: Enrolment = {
    ...current,
    qualifyingPoints: Math.min(current.qualifyingPoints + points, maxQualifying),
    qualifyingNights: current.qualifyingNights + nights
  }
  const held = tiers.find(({ id }) => id === counted.tierId)
  const reached = reachedTier(tiers, counted)
  // Earning never demotes, even if thresholds have changed: a tier lasts until its period ends.
  if (reached === undefined || (held !== undefined && reached.level <= held.level)) {
    return { enrolment: counted, promotedTo: undefined }
  }
  return {
    enrolment: { ...counted, tierId: reached.id, tierExpiresAt: endOf(reached, tiers, now) },
    promotedTo: reached
  }
}
