import { DateTime } from "effect"
import type { Enrolment } from "../members/Member.ts"
import type { Tier } from "./Program.ts"

type Qualified = Pick<Enrolment, "qualifyingNights" | "qualifyingPoints">

/** Whether points, and nights where required, qualify for a tier (DOMAIN 4.4). */
const isReached = (tier: Tier, { qualifyingNights, qualifyingPoints }: Qualified) =>
  tier.qualifyingPoints <= qualifyingPoints && (tier.qualifyingNights ?? 0) <= qualifyingNights

/** The highest qualified tier of a program, else its lowest; undefined for a program without tiers. */
export const reachedTier = (tiers: ReadonlyArray<Tier>, qualified: Qualified): Tier | undefined => {
  const [lowest, ...higher] = tiers.toSorted((a, b) => a.level - b.level)
  return higher.findLast((tier) => isReached(tier, qualified)) ?? lowest
}

/**
 * An enrolment's tier at `now`: the stored one until it ends, then the one qualified for meanwhile, whether or not the
 * job has stored it yet (DOMAIN 4.4).
 */
export const currentTier = (enrolment: Enrolment, tiers: ReadonlyArray<Tier>, now: DateTime.Utc): Tier | undefined =>
  enrolment.tierExpiresAt !== null && DateTime.isLessThanOrEqualTo(enrolment.tierExpiresAt, now)
    ? reachedTier(tiers, enrolment)
    : tiers.find(({ id }) => id === enrolment.tierId)
