import type { BenefitDue } from "../arrivals/ArrivalTask.ts"
import { type OccasionVenue, quantityDue } from "../perks/perkEligibility.ts"
import type { VenuePerks } from "../perks/PerkRecord.ts"

/** The benefits due for a stay that checks in on `date` at the venue (DOMAIN 6.2, MEM-053). */
export const benefitsDueOnArrival = (
  { perks }: VenuePerks,
  { date, venue }: { readonly date: string; readonly venue: OccasionVenue }
): ReadonlyArray<typeof BenefitDue.Type> =>
  perks.flatMap(({ benefitId, howToRedeem, kind, name, overriddenName, redemptionType, ...claim }) => {
    const quantity = quantityDue(claim, { venue, date, hasStay: true })
    const benefit = { benefitId, name, kind, quantity, howToRedeem, redemptionType }
    return quantity === 0 ? [] : [overriddenName === null ? benefit : { ...benefit, overriddenName }]
  })
