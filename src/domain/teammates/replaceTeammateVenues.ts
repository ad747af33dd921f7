import { Effect } from "effect"
import { reachesVenue } from "../access/Reach.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { findVenues } from "../venues/findVenues.ts"
import { changeTeammateReach } from "./changeTeammateReach.ts"
import { lockTeammate } from "./lockTeammate.ts"

/** All venues of the organization, or the document ids of those listed. */
export type WantedVenues = "all" | ReadonlyArray<string>

/**
 * Replaces the part of a teammate's venues that is within the caller's reach; the others stay (DOMAIN 1.7). All venues
 * are for callers with all venues to give and to take.
 */
export const replaceTeammateVenues = Effect.fnUntraced(function* (teammateId: string, wanted: WantedVenues) {
  const teammate = yield* lockTeammate(teammateId)
  const { held, organizationId, reach } = teammate
  if (held.allVenues || wanted === "all") yield* requireAllVenues(reach)
  if (wanted === "all") return yield* changeTeammateReach(teammate, { allVenues: true, venueIds: [] })
  const within = yield* findVenues(reach, wanted, "venueIds")
  const outside = held.venueIds.filter((venueId) => !reachesVenue(reach, organizationId, venueId))
  return yield* changeTeammateReach(teammate, { allVenues: false, venueIds: [...outside, ...within] })
})
