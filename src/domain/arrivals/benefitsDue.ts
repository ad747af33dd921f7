import { type DateTime, Effect } from "effect"
import { benefitsDueOnArrival } from "../benefits/benefitsDueOnArrival.ts"
import type { MemberId } from "../members/Member.ts"
import { PerkViews } from "../perks/PerkViews.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ArrivalSnapshot, ArrivalStay, StayWithoutTask } from "./ArrivalSnapshots.ts"

const keyOf = (memberId: MemberId, venueId: VenueId) => `${memberId} ${venueId}`

/**
 * Adds to each stay its member's tier level and the benefits due now, by the same rule as the member's own list of
 * perks; none without a member or a check-in, and none of an inquiry. A cancelled stay is treated as active, so that a
 * reinstated one is open at once.
 */
export const benefitsDue = Effect.fnUntraced(function* <Stay extends StayWithoutTask | ArrivalStay>(
  stays: ReadonlyArray<Stay>,
  now: DateTime.Utc
) {
  const perks = yield* PerkViews
  const places = new Map(
    stays.flatMap(({ memberId, venue }) =>
      memberId === null ? [] : [[keyOf(memberId, venue.id), { memberId, venueId: venue.id }] as const]
    )
  )
  const perksAtVenues = places.size === 0 ? [] : yield* perks.listVenuePerks({ places: [...places.values()], now })
  const perksByPlace = new Map(perksAtVenues.map((each) => [keyOf(each.memberId, each.venueId), each]))
  return stays.map((stay): Stay & Pick<ArrivalSnapshot, "tierLevel" | "benefits"> => {
    const { checkIn, memberId, venue } = stay
    const isInquiry = "isInquiry" in stay && stay.isInquiry
    const venuePerks = memberId === null ? undefined : perksByPlace.get(keyOf(memberId, venue.id))
    if (venuePerks === undefined) return { ...stay, tierLevel: null, benefits: [] }
    return {
      ...stay,
      tierLevel: venuePerks.tierLevel,
      benefits: checkIn === null || isInquiry ? [] : benefitsDueOnArrival(venuePerks, { venue, date: checkIn })
    }
  })
})
