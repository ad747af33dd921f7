import { DateTime } from "effect"
import type { Enrolment } from "../members/Member.ts"
import type { Tier } from "./Program.ts"

type Qualified = Pick<Enrolment, "qualifyingNights" | "qualifyingPoints">

/** Whether what a member has collected is enough for a tier: points, and nights where the tier asks for them (DOMAIN 4.4). */
const isReached = (tier: Tier, { qualifyingNights, qualifyingPoints }: Qualified) =>
  tier.qualifyingPoints <= qualifyingPoints && (tier.qualifyingNights ?? 0) <= qualifyingNights

/** The highest tier of a program that is reached, else its lowest; undefined for a program without tiers. */
export const reachedTier = (tiers: ReadonlyArray<Tier>, qualified: Qualified): Tier | undefined => {
  const [lowest, ...higher] = tiers.toSorted((a, b) => a.level - b.level)
  return higher.findLast((tier) => isReached(tier, qualified)) ?? lowest
}

/**
 * The tier of an enrolment at `now`, out of the tiers of its program: the one it was given, and from the end of that on
 * the one that was reached meanwhile, whether or not the job wrote it down yet (DOMAIN 4.4).
 */
export const currentTier = (enrolment: Enrolment, tiers: ReadonlyArray<Tier>, now: DateTime.Utc): Tier | undefined =>
  enrolment.tierExpiresAt !== null && DateTime.isLessThanOrEqualTo(enrolment.tierExpiresAt, now)
    ? reachedTier(tiers, enrolment)
    : tiers.find(({ id }) => id === enrolment.tierId)
