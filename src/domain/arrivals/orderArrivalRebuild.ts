import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import { ArrivalRebuilds } from "./ArrivalRebuilds.ts"

/**
 * Has the arrival tasks of venues (null: of every venue of the organization) rebuilt soon, in the transaction of a change
 * of what arriving members are owed (DOMAIN 6.2): a benefit, an override, an entitlement, the levels of tiers.
 */
export const orderArrivalRebuild = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  venueIds: ReadonlyArray<VenueId> | null
) {
  const rebuilds = yield* ArrivalRebuilds
  yield* rebuilds.insert({ organizationId, venueIds, changedAt: yield* DateTime.now })
})
