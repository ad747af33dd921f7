import type { BenefitVenueOverride } from "./Benefit.ts"

type Settings = Pick<BenefitVenueOverride, "enabled" | "overriddenName">

const noOverride: Settings = { enabled: true, overriddenName: null }

/** Whether a change of a venue's override shows in arrival tasks, which have no descriptions. Null is no override. */
export const showsInArrivals = (before: Settings | null, after: Settings | null): boolean => {
  const [former, current] = [before ?? noOverride, after ?? noOverride]
  return former.enabled !== current.enabled || former.overriddenName !== current.overriddenName
}
