import { DateTime, Effect } from "effect"
import { touchVenuesWithin } from "../access/TouchedVenues.ts"
import { audit } from "../audit/audit.ts"
import { setOf, type TeammateUnderLock, type VenueReach } from "./lockTeammate.ts"
import type { Teammate } from "./Teammate.ts"
import { Teammates } from "./Teammates.ts"

const isSame = (a: VenueReach, b: VenueReach) => a.allVenues === b.allVenues && a.venueIds.join() === b.venueIds.join()

const audited = ({ allVenues, venueIds }: Teammate) => ({ allVenues, venueIds })

/**
 * Sets the reach of a locked teammate to `target`, with an audit entry; no effect if nothing differs. Returns the
 * resulting teammate, even if no longer visible to the caller. Replaying the response requires reach over the venues
 * before and after.
 */
export const changeTeammateReach = Effect.fnUntraced(function* (locked: TeammateUnderLock, target: VenueReach) {
  const { current, id, organizationId, reach, view } = locked
  const next: VenueReach = { allVenues: target.allVenues, venueIds: target.allVenues ? [] : setOf(target.venueIds) }
  if (!current.allVenues && !next.allVenues) {
    yield* touchVenuesWithin(reach, organizationId, [...current.venueIds, ...next.venueIds])
  }
  if (isSame(current, next)) return view
  const now = yield* DateTime.now
  const changed = yield* Teammates.use(({ updateReach }) => updateReach({ reach, organizationId, id, ...next, now }))
  yield* audit({
    organizationId,
    action: "teammate.reach_changed",
    subject: `operator:${view.teammateId}`,
    before: audited(view),
    after: audited(changed)
  })
  return changed
})
