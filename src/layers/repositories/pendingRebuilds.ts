import { Effect, Order, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesVenue } from "../../domain/access/Reach.ts"
import type { ArrivalRebuild } from "../../domain/arrivals/ArrivalRebuild.ts"
import type { Memory } from "../memory/Memory.ts"

const byId = Order.mapInput(Order.Number, ({ id }: ArrivalRebuild) => id)

const affects = ({ organizationId, venueIds }: ArrivalRebuild, reach: Reach) =>
  reachesOrganization(reach, organizationId) &&
  (venueIds === null || venueIds.some((venueId) => reachesVenue(reach, organizationId, venueId)))

/** The pending rebuilds that affect a venue within reach, in insertion order. */
export const pendingRebuilds = Effect.fnUntraced(function* ({ arrivalRebuilds }: Memory["Service"], reach: Reach) {
  const all = yield* TxHashMap.values(arrivalRebuilds)
  return all.filter((rebuild) => affects(rebuild, reach)).toSorted(byId)
})
