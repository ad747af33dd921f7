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

/** The union of the venues affected by the changes; null for all of them. */
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
 * One pass for all pending changes of an organization. They are removed at its end, so an interrupted pass is repeated;
 * a change that commits meanwhile is left for the next pass.
 */
const rebuildOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId, limit: number) {
  const { listAffected } = yield* ArrivalSnapshots
  const rebuilds = yield* ArrivalRebuilds
  const changes = (yield* rebuilds.list).filter((change) => change.organizationId === organizationId)
  const ids = yield* listAffected({ organizationId, venueIds: venuesOf(changes), now: yield* DateTime.now })
  let rebuilt = 0
  for (const chunk of Array.chunksOf(ids, limit)) rebuilt += yield* rebuildBatch(organizationId, chunk)
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
 * Rebuilds the arrival tasks affected by changes of benefits, overrides, entitlements and tiers, whatever their age,
 * `limit` per transaction; returns how many. An acknowledged task whose benefits then differ is marked as changed
 * (DOMAIN 6.2). Reads only open, acknowledged and recent tasks of the changed organizations; a failure in one
 * organization does not block the others.
 */
export const rebuildArrivals = (limit: number = batch) =>
  processDue(
    () => changedOrganizations,
    (organizationId) => rebuildOrganization(organizationId, limit)
  )
