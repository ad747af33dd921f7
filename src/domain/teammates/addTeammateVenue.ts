import { Effect } from "effect"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { findVenue } from "../venues/findVenues.ts"
import { changeTeammateReach } from "./changeTeammateReach.ts"
import { lockTeammate } from "./lockTeammate.ts"

/** Adds one venue to those that a teammate reaches; one that they reach already changes nothing. */
export const addTeammateVenue = Effect.fnUntraced(function* (teammateId: string, venueDocumentId: string) {
  const teammate = yield* lockTeammate(teammateId)
  const { held, reach } = teammate
  if (held.allVenues) yield* requireAllVenues(reach)
  const added = yield* findVenue(reach, venueDocumentId, "venueId")
  return yield* changeTeammateReach(teammate, { ...held, venueIds: [...held.venueIds, added] })
})
