import { Array, DateTime, Effect, Metric } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { processDue } from "../jobs/processDue.ts"
import { atomically } from "../shared/atomically.ts"
import { metrics } from "../shared/metrics.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"
import { ArrivalRebuilds } from "./ArrivalRebuilds.ts"
import { ArrivalSnapshots } from "./ArrivalSnapshots.ts"
import { takeSnapshots } from "./takeSnapshots.ts"

/** Keeps each transaction short. */
const batch = 500

const lagSeconds = metrics.arrivalRebuildLagSeconds.of({})

/** Every venue that one of the changes touches; null for all of them. */
const venuesOf = (changes: ReadonlyArray<ArrivalRebuild>) => {
  const venueIds = changes.flatMap((change) => change.venueIds ?? [])
  return changes.some((change) => change.venueIds === null) ? null : Array.dedupe(venueIds)
}

const rebuildBatch = Effect.fnUntraced(function* (organizationId: OrganizationId, ids: ReadonlyArray<number>) {
  const { listById } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  const stays = yield* listById({ organizationId, ids })
  yield* takeSnapshots(stays, now)
  return stays.length
}, atomically)

/**
 * One walk for all changes of an organization. They are forgotten at its end, so a walk that is interrupted is repeated; a
 * change that commits meanwhile is not among them and gets the next one.
 */
const rebuildOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId, limit: number) {
  const { listAffected } = yield* ArrivalSnapshots
  const rebuilds = yield* ArrivalRebuilds
  const changes = (yield* rebuilds.list).filter((change) => change.organizationId === organizationId)
  const ids = yield* listAffected({ organizationId, venueIds: venuesOf(changes), now: yield* DateTime.now })
  let rebuilt = 0
  for (const some of Array.chunksOf(ids, limit)) rebuilt += yield* rebuildBatch(organizationId, some)
  yield* atomically(rebuilds.remove(changes.map(({ id }) => id)))
  const now = yield* DateTime.now
  for (const { changedAt } of changes) {
    yield* Metric.update(
      lagSeconds,
      Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(changedAt)) / 1000
    )
  }
  return rebuilt
})

const changedOrganizations = Effect.map(
  ArrivalRebuilds.use(({ list }) => list),
  (changes) => Array.dedupe(changes.map(({ organizationId }) => organizationId))
)

/**
 * Rebuilds the arrival tasks that changes of benefits, overrides, entitlements and tiers touch, whatever their age,
 * `limit` to a transaction; answers how many. An acknowledged task whose benefits differ then is marked as changed
 * (DOMAIN 6.2). Only open, acknowledged and recent tasks of the organizations that changed are read, and one whose
 * rebuild fails does not hold up the others.
 */
export const rebuildArrivals = (limit: number = batch) =>
  processDue(changedOrganizations, (organizationId) => rebuildOrganization(organizationId, limit))
