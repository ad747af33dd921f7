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

/** The turns of reads that rebuild arrival tasks, by the organizations within reach. */
const Turns = Context.Reference<PartitionedSemaphore.PartitionedSemaphore<string>>(
  "hub/domain/arrivals/settleArrivals/Turns",
  { defaultValue: () => PartitionedSemaphore.makeUnsafe({ permits: 2 }) }
)

/**
 * Limits the reads of this process that rebuild tasks at once, fairly between organizations: reads that wait for the
 * same rows do not take every connection, and those that waited usually find nothing left to rebuild.
 */
const inTurn = <A, E, R>(reach: Reach, settle: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Turns, (turns) => turns.withPermit(String(reach.organizationIds))(settle))

/** The pending changes that affect venues within reach, by organization. */
const listChanges = Effect.fnUntraced(function* (reach: Reach) {
  const changes = yield* ArrivalRebuilds.use(({ listWithin }) => listWithin(reach))
  return Map.groupBy(changes, ({ organizationId }) => organizationId)
})

/** The tasks that changes affect, as far as one transaction may rebuild them; undefined if they are more. */
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
 * Rebuilds the tasks of one organization within reach; undefined if they are too many. Of readers at once one rebuilds:
 * the others wait for the changes that it holds, and then find none.
 */
const settleOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId, reach: Reach) {
  const { lockWithin, settle } = yield* ArrivalRebuilds
  const changes = yield* lockWithin({ ...reach, organizationIds: [organizationId] })
  if (changes.length === 0) return { changes, removed: [] }
  const tasks = yield* listFew(organizationId, changes, reach)
  if (tasks === undefined) return undefined
  yield* rebuildTasks(organizationId, tasks)
  const venueIds = reach.venueIds === "all" ? null : reach.venueIds
  return { changes, removed: yield* settle({ ids: changes.map(({ id }) => id), venueIds }) }
}, atomically)

/**
 * Rebuilds the arrival tasks within reach that committed changes affect, in one transaction per organization, unless
 * they are too many: those are left to the job. Whether all are rebuilt.
 */
export const settleArrivals = Effect.fnUntraced(
  function* (reach: Reach) {
    let areAllRebuilt = true
    for (const [organizationId, changes] of yield* listChanges(reach)) {
      // Tasks are counted without a lock first, so that no reader waits for one that rebuilds nothing.
      const areFew = (yield* listFew(organizationId, changes, reach)) !== undefined
      const settled = areFew ? yield* settleOrganization(organizationId, reach) : undefined
      if (settled === undefined) areAllRebuilt = false
      else yield* measureRebuildLag(settled.changes, settled.removed)
    }
    return areAllRebuilt
  },
  (settle, reach) => inTurn(reach, settle)
)

/**
 * Rebuilds those of these tasks, by external id, that a committed change affects, or the end of their member's tier; the
 * change stays pending for others. Waits for no turn: a transaction that has locked the tasks may call it.
 */
export const settleLockedTasks = Effect.fnUntraced(function* (reach: Reach, taskIds: ReadonlyArray<string>) {
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

/** As `settleLockedTasks`, for tasks that are not locked. */
export const settleTasks = (reach: Reach, taskIds: ReadonlyArray<string>) =>
  inTurn(reach, settleLockedTasks(reach, taskIds))
