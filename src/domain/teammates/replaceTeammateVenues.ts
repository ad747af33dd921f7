import { Effect } from "effect"
import { reachesVenue } from "../access/Reach.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { findVenues } from "../venues/findVenues.ts"
import { changeTeammateReach } from "./changeTeammateReach.ts"
import { lockTeammate } from "./lockTeammate.ts"

/** All venues of the organization, or a list of document ids. */
export type RequestedVenues = "all" | ReadonlyArray<string>

/**
 * Replaces the part of a teammate's venues within the caller's reach; the others stay (DOMAIN 1.7). Only callers with
 * all venues may grant or revoke all venues.
 */
export const replaceTeammateVenues = Effect.fnUntraced(function* (teammateId: string, requested: RequestedVenues) {
  const teammate = yield* lockTeammate(teammateId)
  const { current, organizationId, reach } = teammate
  if (current.allVenues || requested === "all") yield* requireAllVenues(reach)
  if (requested === "all") return yield* changeTeammateReach(teammate, { allVenues: true, venueIds: [] })
  const within = yield* findVenues(reach, requested, "venueIds")
  const outside = current.venueIds.filter((venueId) => !reachesVenue(reach, organizationId, venueId))
  return yield* changeTeammateReach(teammate, { allVenues: false, venueIds: [...outside, ...within] })
})
