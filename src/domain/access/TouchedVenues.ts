import { Context, Effect } from "effect"
import type { VenueId } from "../properties/Property.ts"

/** Collects the venues that a write touches, by internal id. Outside a remembered write nobody asks. */
export const TouchedVenues = Context.Reference<{ readonly add: (venueIds: ReadonlyArray<VenueId>) => void }>(
  "hub/domain/access/TouchedVenues",
  { defaultValue: () => ({ add: () => undefined }) }
)

/** Tells which venues this write touches: without it, the write counts as touching every venue (PAR-126). */
export const touchVenues = (...venueIds: ReadonlyArray<VenueId>): Effect.Effect<void> =>
  Effect.map(TouchedVenues, ({ add }) => add(venueIds))
