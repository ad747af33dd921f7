import { DateTime, Effect } from "effect"
import { reachesVenue } from "../access/Reach.ts"
import { touchVenues } from "../access/TouchedVenues.ts"
import { audit } from "../audit/audit.ts"
import { setOf, type TeammateUnderLock, type VenueReach } from "./lockTeammate.ts"
import type { Teammate } from "./Teammate.ts"
import { Teammates } from "./Teammates.ts"

const isSame = (held: VenueReach, wanted: VenueReach) =>
  held.allVenues === wanted.allVenues && held.venueIds.join() === wanted.venueIds.join()

const audited = ({ allVenues, venueIds }: Teammate) => ({ allVenues, venueIds })

/**
 * Gives a locked teammate exactly the reach `wanted`, with an entry in the audit log; what they reach already changes
 * nothing. The answer is the teammate afterwards, also where they have left the caller's reach. A replay of it needs
 * the venues that it shows, before and after.
 */
export const changeTeammateReach = Effect.fnUntraced(function* (locked: TeammateUnderLock, target: VenueReach) {
  const { held, id, organizationId, reach, shown } = locked
  const wanted: VenueReach = { allVenues: target.allVenues, venueIds: target.allVenues ? [] : setOf(target.venueIds) }
  if (!held.allVenues && !wanted.allVenues) {
    const venueIds = [...held.venueIds, ...wanted.venueIds]
    yield* touchVenues(...venueIds.filter((venueId) => reachesVenue(reach, organizationId, venueId)))
  }
  if (isSame(held, wanted)) return shown
  const now = yield* DateTime.now
  const changed = yield* Teammates.use(({ updateReach }) => updateReach({ reach, organizationId, id, ...wanted, now }))
  yield* audit({
    organizationId,
    action: "teammate.reach_changed",
    subject: `operator:${shown.teammateId}`,
    before: audited(shown),
    after: audited(changed)
  })
  return changed
})
