import { Effect } from "effect"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { findVenue, listVenueIds } from "../venues/findVenues.ts"
import { changeTeammateReach } from "./changeTeammateReach.ts"
import { lockTeammate } from "./lockTeammate.ts"

/**
 * Removes a venue from a teammate's reach; no effect if they do not reach it. A teammate with all venues keeps the
 * organization's other current venues, as a list.
 */
export const removeTeammateVenue = Effect.fnUntraced(function* (teammateId: string, venueDocumentId: string) {
  const teammate = yield* lockTeammate(teammateId)
  const { current, organizationId, reach } = teammate
  const removed = yield* findVenue(reach, venueDocumentId, undefined)
  if (current.allVenues) yield* requireAllVenues(reach)
  const reached = current.allVenues ? yield* listVenueIds(organizationId) : current.venueIds
  return yield* changeTeammateReach(teammate, {
    allVenues: false,
    venueIds: reached.filter((venueId) => venueId !== removed)
  })
})
