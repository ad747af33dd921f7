import { DateTime, Effect, Ref } from "effect"
import { inBatches } from "../jobs/inBatches.ts"
import { processByOrganization } from "../jobs/processByOrganization.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import { Ulids } from "../shared/Ulids.ts"
import { ArrivalSnapshots, type MissingArrival, type StaysWithoutTask } from "./ArrivalSnapshots.ts"
import { benefitsDue } from "./benefitsDue.ts"

/** Keeps each transaction short. */
const batch = 500

/**
 * Creates the missing tasks of one member's stays or of some stays immediately, as far as benefits are due; the job
 * creates those beyond one batch. Returns how many were created, and how many stays were considered.
 */
export const createArrivalsOf = Effect.fnUntraced(function* (of: StaysWithoutTask) {
  const snapshots = yield* ArrivalSnapshots
  const ulids = yield* Ulids
  const now = yield* DateTime.now
  const stays = yield* snapshots.listStillMissing({ ...of, now, limit: batch })
  const due = (yield* benefitsDue(stays, now)).filter(({ benefits }) => benefits.length > 0)
  const created = yield* snapshots.insert({ now, tasks: due.map((stay) => ({ ...stay, taskId: ulids.make(now) })) })
  return { created, considered: stays.length }
}, atomically)

/**
 * Creates the tasks of stays that entered the window or got their first benefits due, of one organization and at most
 * `limit` per transaction; returns how many (DOMAIN 6.2). A failure in one organization does not block the others.
 */
export const createArrivals = Effect.fnUntraced(function* (limit: number = batch) {
  const { listMissing } = yield* ArrivalSnapshots
  const now = yield* DateTime.now
  const created = yield* Ref.make(0)
  const nextMissing = yield* inBatches((after: MissingArrival | undefined, except: ReadonlyArray<OrganizationId>) =>
    listMissing({ now, except, after, limit })
  )
  yield* processByOrganization(
    nextMissing,
    Effect.fnUntraced(function* (organizationId, stays) {
      const result = yield* createArrivalsOf({
        organizationId,
        reservationIds: stays.map((stay) => stay.reservationId)
      })
      yield* Ref.update(created, (count) => count + result.created)
      return result.considered
    })
  )
  return yield* Ref.get(created)
})
