import { Effect } from "effect"
import { InsufficientReach } from "./InsufficientReach.ts"
import type { Reach } from "./Reach.ts"

/** Policy step: only callers with all venues may change organization-wide rows (DOMAIN 1.7). */
export const requireAllVenues = ({ venueIds }: Reach): Effect.Effect<void, InsufficientReach> =>
  venueIds === "all" ? Effect.void : Effect.fail(new InsufficientReach({ reason: "all_venues_required" }))
