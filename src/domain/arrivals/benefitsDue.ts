import { type DateTime, Effect } from "effect"
import { benefitsDueOnArrival } from "../benefits/benefitsDueOnArrival.ts"
import type { MemberId } from "../members/Member.ts"
import { PerkViews } from "../perks/PerkViews.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ArrivalSnapshot, ArrivalStay } from "./ArrivalSnapshots.ts"

const keyOf = (memberId: MemberId, venueId: VenueId) => `${memberId} ${venueId}`

/**
 * For each stay the tier of its member and the benefits due now, by the same rule as their own list of perks. A cancelled
 * stay is treated as active, so that a reinstated one is open at once.
 */
export const benefitsDue = Effect.fnUntraced(function* <Stay extends Omit<ArrivalStay, "id">>(
  stays: ReadonlyArray<Stay>,
  now: DateTime.Utc
) {
  const perks = yield* PerkViews
  const places = new Map(
    stays.map(({ memberId, venue }) => [keyOf(memberId, venue.id), { memberId, venueId: venue.id }])
  )
  const standings = places.size === 0 ? [] : yield* perks.listStandings({ places: [...places.values()], now })
  const standingOf = new Map(standings.map((one) => [keyOf(one.memberId, one.venueId), one]))
  return stays.map((stay): Stay & Pick<ArrivalSnapshot, "tierLevel" | "benefits"> => {
    const { checkIn, memberId, venue } = stay
    const standing = standingOf.get(keyOf(memberId, venue.id))
    if (standing === undefined) return { ...stay, tierLevel: null, benefits: [] }
    return {
      ...stay,
      tierLevel: standing.tierLevel,
      benefits: benefitsDueOnArrival(standing, { venue, date: checkIn })
    }
  })
})
