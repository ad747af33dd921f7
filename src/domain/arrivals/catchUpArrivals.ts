import { Context, DateTime, Effect, PartitionedSemaphore } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import { affectedVenues } from "./affectedVenues.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"
import { ArrivalRebuilds } from "./ArrivalRebuilds.ts"
import { ArrivalSnapshots } from "./ArrivalSnapshots.ts"
import { measureRebuildLag } from "./measureRebuildLag.ts"
import { rebuildBatch, rebuildTasks } from "./rebuildTasks.ts"

/** The reads that may rebuild arrival tasks at once, by the organizations within reach. */
const Turns = Context.Reference<PartitionedSemaphore.PartitionedSemaphore<string>>(
  "hub/domain/arrivals/catchUpArrivals/Turns",
  { defaultValue: () => PartitionedSemaphore.makeUnsafe({ permits: 2 }) }
)

/**
 * Limits how many reads of this process rebuild tasks at once, fairly between organizations: reads that wait for the
 * same rows must not take every connection, and once they have waited they usually find nothing left to rebuild.
 */
const inTurn = <A, E, R>(reach: Reach, catchUp: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Turns, (turns) => turns.withPermit(String(reach.organizationIds))(catchUp))

/** The pending changes that affect venues within reach, by organization. */
const listChanges = Effect.fnUntraced(function* (reach: Reach) {
  const changes = yield* ArrivalRebuilds.use(({ listWithin }) => listWithin(reach))
  return Map.groupBy(changes, ({ organizationId }) => organizationId)
})

/** The tasks that changes affect; undefined if they are more than one transaction may rebuild. */
const listFew = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  changes: ReadonlyArray<ArrivalRebuild>,
  { venueIds }: Reach
) {
  const { listAffected } = yield* ArrivalSnapshots
  const ids = yield* listAffected({
    organizationId,
    venueIds: affectedVenues(changes, venueIds),
    now: yield* DateTime.now,
    limit: rebuildBatch + 1
  })
  return ids.length > rebuildBatch ? undefined : ids
})

/**
 * Rebuilds the tasks of one organization within reach; undefined if there are too many. Of several concurrent readers
 * only one rebuilds: the others wait for its lock on the changes, and then find none.
 */
const catchUpOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId, reach: Reach) {
  const { lockWithin, updateRebuilt } = yield* ArrivalRebuilds
  const changes = yield* lockWithin({ ...reach, organizationIds: [organizationId] })
  if (changes.length === 0) return { changes, removed: [] }
  const tasks = yield* listFew(organizationId, changes, reach)
  if (tasks === undefined) return undefined
  yield* rebuildTasks(organizationId, tasks)
  const venueIds = reach.venueIds === "all" ? null : reach.venueIds
  return { changes, removed: yield* updateRebuilt({ ids: changes.map(({ id }) => id), venueIds }) }
}, atomically)

/**
 * Rebuilds the arrival tasks within reach that committed changes affect, in one transaction per organization; an
 * organization with too many is left to the job. Returns whether all tasks were rebuilt.
 */
export const catchUpArrivals = Effect.fnUntraced(
  function* (reach: Reach) {
    let areAllRebuilt = true
    for (const [organizationId, changes] of yield* listChanges(reach)) {
      // Tasks are counted without a lock first, so that no reader waits for one that rebuilds nothing.
      const areFew = (yield* listFew(organizationId, changes, reach)) !== undefined
      const rebuilt = areFew ? yield* catchUpOrganization(organizationId, reach) : undefined
      if (rebuilt === undefined) areAllRebuilt = false
      else yield* measureRebuildLag(rebuilt.changes, rebuilt.removed)
    }
    return areAllRebuilt
  },
  (catchUp, reach) => inTurn(reach, catchUp)
)

/**
 * Rebuilds those of these tasks (external ids) that are affected by a committed change or by the end of their member's
 * tier; the change stays pending for other tasks. Does not wait for other reads, so that a transaction that has
 * locked the tasks may call it.
 */
export const catchUpLockedTasks = Effect.fnUntraced(function* (reach: Reach, taskIds: ReadonlyArray<string>) {
  const { listAffected, listTierEnded } = yield* ArrivalSnapshots
  for (const [organizationId, changes] of yield* listChanges(reach)) {
    const venueIds = affectedVenues(changes, reach.venueIds)
    const ids = yield* listAffected({ organizationId, venueIds, taskIds, now: yield* DateTime.now })
    yield* rebuildTasks(organizationId, ids)
  }
  const ended = yield* listTierEnded({ reach, taskIds, now: yield* DateTime.now })
  for (const [organizationId, tasks] of Map.groupBy(ended, (task) => task.organizationId)) {
    yield* rebuildTasks(
      organizationId,
      tasks.map(({ id }) => id)
    )
  }
})

/** As `catchUpLockedTasks`, for tasks that are not locked. */
export const catchUpTasks = (reach: Reach, taskIds: ReadonlyArray<string>) =>
  inTurn(reach, catchUpLockedTasks(reach, taskIds))
