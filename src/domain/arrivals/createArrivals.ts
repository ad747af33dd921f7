import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { Ulids } from "../shared/Ulids.ts"
import { ArrivalSnapshots, type StaysWithoutTask } from "./ArrivalSnapshots.ts"
import { benefitsDue } from "./benefitsDue.ts"

/** Keeps each transaction short. */
const batch = 500

/** Creates the missing tasks of the stays with benefits due; returns how many, and the stays that were considered. */
const createBatch = Effect.fnUntraced(function* (filter: StaysWithoutTask) {
  const snapshots = yield* ArrivalSnapshots
  const ulids = yield* Ulids
  const stays = yield* snapshots.listMissing(filter)
  const due = (yield* benefitsDue(stays, filter.now)).filter(({ benefits }) => benefits.length > 0)
  const created = yield* snapshots.insert({
    now: filter.now,
    tasks: due.map((stay) => ({ ...stay, taskId: ulids.make(filter.now) }))
  })
  return { created, stays }
}, atomically)

/**
 * Creates the tasks of stays that entered the window or got their first benefits due, `limit` stays per transaction;
 * returns how many (DOMAIN 6.2).
 */
export const createArrivals = Effect.fnUntraced(function* (limit: number = batch) {
  const now = yield* DateTime.now
  let created = 0
  let after: StaysWithoutTask["after"]
  do {
    const result = yield* createBatch({ now, limit, after })
    created += result.created
    after = result.stays.length < limit ? undefined : result.stays.at(-1)
  } while (after !== undefined)
  return created
})

/**
 * Creates the missing tasks of one member's stays or of one stay immediately; the job creates those beyond one batch.
 */
export const createArrivalsOf = (filter: Pick<StaysWithoutTask, "memberId" | "reservationId">) =>
  Effect.flatMap(DateTime.now, (now) => createBatch({ ...filter, now, limit: batch }))
