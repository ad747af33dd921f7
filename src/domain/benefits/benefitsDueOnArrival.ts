import type { OwedBenefit } from "../arrivals/ArrivalTask.ts"
import { type OccasionVenue, owedQuantity } from "../perks/perkEligibility.ts"
import type { PerkStanding } from "../perks/PerkRecord.ts"

/** The benefits due for a stay that checks in on `date` at the venue of the standing (DOMAIN 6.2, MEM-053). */
export const benefitsDueOnArrival = (
  { perks }: PerkStanding,
  { date, venue }: { readonly date: string; readonly venue: OccasionVenue }
): ReadonlyArray<typeof OwedBenefit.Type> =>
  perks.flatMap(({ benefitId, howToRedeem, kind, name, overriddenName, redemptionType, ...claim }) => {
    const quantity = owedQuantity(claim, { venue, date, hasStay: true })
    const owed = { benefitId, name, kind, quantity, howToRedeem, redemptionType }
    return quantity === 0 ? [] : [overriddenName === null ? owed : { ...owed, overriddenName }]
  })
