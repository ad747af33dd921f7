import { Array, DateTime, Effect } from "effect"
import { everywhere } from "../access/Reach.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { processDue } from "../jobs/processDue.ts"
import { atomically } from "../shared/atomically.ts"
import { affectedVenues } from "./affectedVenues.ts"
import { ArrivalRebuilds } from "./ArrivalRebuilds.ts"
import { ArrivalSnapshots } from "./ArrivalSnapshots.ts"
import { measureRebuildLag } from "./measureRebuildLag.ts"
import { rebuildBatch, rebuildTasks } from "./rebuildTasks.ts"

/**
 * One pass for all pending changes of an organization. They are removed at its end, so an interrupted pass is repeated;
 * a change that commits meanwhile is left for the next pass.
 */
const rebuildOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId, limit: number) {
  const { listAffected } = yield* ArrivalSnapshots
  const rebuilds = yield* ArrivalRebuilds
  const changes = yield* rebuilds.listWithin({ organizationIds: [organizationId], venueIds: "all" })
  const ids = yield* listAffected({ organizationId, venueIds: affectedVenues(changes), now: yield* DateTime.now })
  let rebuilt = 0
  for (const chunk of Array.chunksOf(ids, limit)) rebuilt += yield* rebuildTasks(organizationId, chunk)
  const removed = yield* atomically(rebuilds.updateRebuilt({ ids: changes.map(({ id }) => id), venueIds: null }))
  yield* measureRebuildLag(changes, removed)
  return rebuilt
})

const changedOrganizations = Effect.map(
  ArrivalRebuilds.use(({ listWithin }) => listWithin(everywhere)),
  (changes) => Array.dedupe(changes.map(({ organizationId }) => organizationId))
)

/**
 * Rebuilds the arrival tasks affected by changes of benefits, overrides, entitlements and tiers, whatever their age,
 * `limit` per transaction; returns how many. An acknowledged task whose benefits then differ is marked as changed
 * (DOMAIN 6.2). Reads only open, acknowledged and recent tasks of the changed organizations; a failure in one
 * organization does not block the others.
 */
export const rebuildArrivals = (limit: number = rebuildBatch) =>
  processDue(
    () => changedOrganizations,
    (organizationId) => rebuildOrganization(organizationId, limit)
  )
