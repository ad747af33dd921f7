import { Effect } from "effect"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { findVenue } from "../venues/findVenues.ts"
import { changeTeammateReach } from "./changeTeammateReach.ts"
import { lockTeammate } from "./lockTeammate.ts"

/** Adds a venue to a teammate's reach; no effect if they already reach it. */
export const addTeammateVenue = Effect.fnUntraced(function* (teammateId: string, venueDocumentId: string) {
  const teammate = yield* lockTeammate(teammateId)
  const { current, reach } = teammate
  if (current.allVenues) yield* requireAllVenues(reach)
  const added = yield* findVenue(reach, venueDocumentId, "venueId")
  return yield* changeTeammateReach(teammate, { ...current, venueIds: [...current.venueIds, added] })
})
