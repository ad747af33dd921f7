import { DateTime, Effect } from "effect"
import { Benefits } from "../benefits/Benefits.ts"
import { owedBenefits } from "../benefits/owedBenefits.ts"
import { atomically } from "../shared/atomically.ts"
import { ArrivalSnapshots, type ArrivalStay } from "./ArrivalSnapshots.ts"

/** Small enough that no transaction is long, large enough that a night's work is few of them. */
const batch = 500

const keyOf = (memberId: number, venueId: number) => `${memberId} ${venueId}`

/**
 * What each member is owed now by the rule that his own list of perks goes by. A cancelled stay is reckoned as if it
 * stood, so that one which is reinstated is open at once.
 */
const takeSnapshots = Effect.fnUntraced(function* (stays: ReadonlyArray<ArrivalStay>, now: DateTime.Utc) {
  const benefits = yield* Benefits
  const snapshots = yield* ArrivalSnapshots
  const places = new Map(
    stays.map(({ memberId, venue }) => [keyOf(memberId, venue.id), { memberId, venueId: venue.id }])
  )
  const standings = yield* benefits.listStandings({ places: [...places.values()], now })
  const standingOf = new Map(standings.map((one) => [keyOf(one.memberId, one.venueId), one]))
  yield* snapshots.update({
    now,
    snapshots: stays.map(({ checkIn, id, memberId, venue }) => {
      const standing = standingOf.get(keyOf(memberId, venue.id))
      if (standing === undefined) return { id, memberId, tierLevel: null, benefits: [] }
      return { id, memberId, tierLevel: standing.tierLevel, benefits: owedBenefits(standing, { venue, date: checkIn }) }
    })
  })
})

const refreshBatch = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
  const { listDue } = yield* ArrivalSnapshots
  const due = yield* listDue({ now, limit })
  yield* takeSnapshots(due, now)
  return due.length
}, atomically)

/**
 * Takes the snapshot of every task that is due anew, `limit` at a time in transactions of their own; answers how many
 * (PAR-032, PAR-037, DOMAIN 6.2).
 */
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

/** Tells the desks at once of what a change to the member's tiers or enrolments means for his arrivals (DOMAIN 6.2). */
export const refreshArrivalsOfMember = Effect.fnUntraced(function* (memberId: number) {
  const { listByMember } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  yield* takeSnapshots(yield* listByMember({ memberId, now }), now)
}, atomically)
