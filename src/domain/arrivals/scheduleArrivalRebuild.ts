import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import { ArrivalRebuilds } from "./ArrivalRebuilds.ts"
import { RebuildRequests } from "./RebuildRequests.ts"

/**
 * Schedules a rebuild of the arrival tasks of venues (null: every venue of the organization). Call it in the
 * transaction that changes what is due on arrival (DOMAIN 6.2): a benefit, an override, an entitlement, tier levels.
 * This process starts the rebuild after the commit; if it dies before, the job does.
 */
export const scheduleArrivalRebuild = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  venueIds: ReadonlyArray<VenueId> | null
) {
  const rebuilds = yield* ArrivalRebuilds
  yield* rebuilds.insert({ organizationId, venueIds, changedAt: yield* DateTime.now })
  const { request } = yield* RebuildRequests
  yield* request
})
