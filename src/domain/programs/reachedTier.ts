import type { Enrolment } from "../members/Member.ts"
import type { Tier } from "./Program.ts"

type Qualified = Pick<Enrolment, "qualifyingNights" | "qualifyingPoints">

type Thresholds = Pick<Tier, "level" | "qualifyingNights" | "qualifyingPoints">

/** Whether points, and nights where required, qualify for a tier (DOMAIN 4.4). */
const isReached = (tier: Thresholds, { qualifyingNights, qualifyingPoints }: Qualified) =>
  tier.qualifyingPoints <= qualifyingPoints && (tier.qualifyingNights ?? 0) <= qualifyingNights

/** The highest qualified tier of a program, else its lowest; undefined for a program without tiers. */
export const reachedTier = <T extends Thresholds>(tiers: ReadonlyArray<T>, qualified: Qualified): T | undefined => {
  const [lowest, ...higher] = tiers.toSorted((a, b) => a.level - b.level)
  return higher.findLast((tier) => isReached(tier, qualified)) ?? lowest
}
