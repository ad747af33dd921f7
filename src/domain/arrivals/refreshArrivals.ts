import { DateTime, Effect } from "effect"
import { benefitsDueOnArrival } from "../benefits/benefitsDueOnArrival.ts"
import type { MemberId } from "../members/Member.ts"
import { PerkViews } from "../perks/PerkViews.ts"
import type { VenueId } from "../properties/Property.ts"
import { atomically } from "../shared/atomically.ts"
import { ArrivalSnapshots, type ArrivalStay } from "./ArrivalSnapshots.ts"

/** Keeps each transaction short and a night's work to few of them. */
const batch = 500

const keyOf = (memberId: MemberId, venueId: VenueId) => `${memberId} ${venueId}`

/**
 * The benefits due to each member now, by the same rule as their own list of perks. A cancelled stay is treated as
 * active, so that a reinstated one is open at once.
 */
const takeSnapshots = Effect.fnUntraced(function* (stays: ReadonlyArray<ArrivalStay>, now: DateTime.Utc) {
  const perks = yield* PerkViews
  const snapshots = yield* ArrivalSnapshots
  const places = new Map(
    stays.map(({ memberId, venue }) => [keyOf(memberId, venue.id), { memberId, venueId: venue.id }])
  )
  const standings = yield* perks.listStandings({ places: [...places.values()], now })
  const standingOf = new Map(standings.map((one) => [keyOf(one.memberId, one.venueId), one]))
  yield* snapshots.update({
    now,
    snapshots: stays.map(({ checkIn, id, memberId, venue }) => {
      const standing = standingOf.get(keyOf(memberId, venue.id))
      if (standing === undefined) return { id, memberId, tierLevel: null, benefits: [] }
      return {
        id,
        memberId,
        tierLevel: standing.tierLevel,
        benefits: benefitsDueOnArrival(standing, { venue, date: checkIn })
      }
    })
  })
})

const refreshBatch = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
  const { listDue } = yield* ArrivalSnapshots
  const due = yield* listDue({ now, limit })
  yield* takeSnapshots(due, now)
  return due.length
}, atomically)

/** Rebuilds every task that is due, `limit` to a transaction; answers how many (PAR-032, PAR-037, DOMAIN 6.2). */
export const refreshArrivals = Effect.fnUntraced(function* (limit: number = batch) {
  const now = yield* DateTime.now
  let refreshed = 0
  let last = limit
  while (last === limit) {
    last = yield* refreshBatch(now, limit)
    refreshed += last
  }
  return refreshed
})

/** Rebuilds the arrival tasks of a member whose tier or enrolment changed, at once (DOMAIN 6.2). */
export const refreshArrivalsOfMember = Effect.fnUntraced(function* (memberId: MemberId) {
  const { listByMember } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  yield* takeSnapshots(yield* listByMember({ memberId, now }), now)
}, atomically)
