import { Context, Effect } from "effect"
import type { VenueId } from "../properties/Property.ts"

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
