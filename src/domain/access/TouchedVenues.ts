import { Context, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import { type Reach, reachesVenue } from "./Reach.ts"

/**
 * Collects the venues that a write touches, by internal id. Ignored unless the write is stored under an idempotency
 * key.
 */
export const TouchedVenues = Context.Reference<{ readonly add: (venueIds: ReadonlyArray<VenueId>) => void }>(
  "hub/domain/access/TouchedVenues",
  { defaultValue: () => ({ add: () => undefined }) }
)

/** Records the venues that this write touches; a write that records none counts as touching all of them (PAR-126). */
export const touchVenues = (...venueIds: ReadonlyArray<VenueId>): Effect.Effect<void> =>
  Effect.map(TouchedVenues, ({ add }) => add(venueIds))

/**
 * As `touchVenues`, for those of an organization's venues that the caller reaches: the response shows nothing of the
 * others, and callers can retry their own writes. If they reach none of them, the response says something about every
 * venue that they reach, such as that it does not take part.
 */
export const touchVenuesWithin = (
  reach: Reach,
  organizationId: OrganizationId,
  venueIds: ReadonlyArray<VenueId | null>
): Effect.Effect<void> => {
  const reached = venueIds.flatMap((venueId) =>
    venueId !== null && reachesVenue(reach, organizationId, venueId) ? [venueId] : []
  )
  return touchVenues(...(reached.length === 0 && reach.venueIds !== "all" ? reach.venueIds : reached))
}
