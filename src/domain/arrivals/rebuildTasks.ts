import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import { ArrivalSnapshots } from "./ArrivalSnapshots.ts"
import { takeSnapshots } from "./takeSnapshots.ts"

/** The most tasks that one transaction rebuilds, which keeps it short. */
export const rebuildBatch = 500

/** Rebuilds tasks of an organization, by internal id, in one transaction; returns how many. */
export const rebuildTasks = Effect.fnUntraced(function* (organizationId: OrganizationId, ids: ReadonlyArray<number>) {
  const { listById } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  const stays = yield* listById({ organizationId, ids })
  yield* takeSnapshots(stays, now)
  return stays.length
}, atomically)
