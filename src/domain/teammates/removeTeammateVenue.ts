import { Effect } from "effect"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { findVenue, listVenueIds } from "../venues/findVenues.ts"
import { changeTeammateReach } from "./changeTeammateReach.ts"
import { lockTeammate } from "./lockTeammate.ts"

/**
 * Removes one venue from those that a teammate reaches; one that they do not reach changes nothing. A teammate with all
 * venues keeps the others that the organization has now, as a list.
 */
export const removeTeammateVenue = Effect.fnUntraced(function* (teammateId: string, venueDocumentId: string) {
  const teammate = yield* lockTeammate(teammateId)
  const { held, organizationId, reach } = teammate
  const removed = yield* findVenue(reach, venueDocumentId, undefined)
  if (held.allVenues) yield* requireAllVenues(reach)
  const reached = held.allVenues ? yield* listVenueIds(organizationId) : held.venueIds
  return yield* changeTeammateReach(teammate, {
    allVenues: false,
    venueIds: reached.filter((venueId) => venueId !== removed)
  })
})
