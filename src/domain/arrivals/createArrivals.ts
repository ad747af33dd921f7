import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { Ulids } from "../shared/Ulids.ts"
import { ArrivalSnapshots, type StaysWithoutTask } from "./ArrivalSnapshots.ts"
import { benefitsDue } from "./benefitsDue.ts"

/** Keeps each transaction short. */
const batch = 500

/** Creates the missing tasks of the stays that owe something; answers how many, and the stays that were considered. */
const createBatch = Effect.fnUntraced(function* (of: StaysWithoutTask) {
  const snapshots = yield* ArrivalSnapshots
  const ulids = yield* Ulids
  const stays = yield* snapshots.listMissing(of)
  const due = (yield* benefitsDue(stays, of.now)).filter(({ benefits }) => benefits.length > 0)
  const created = yield* snapshots.insert({
    now: of.now,
    tasks: due.map((stay) => ({ ...stay, taskId: ulids.make(of.now) }))
  })
  return { created, stays }
}, atomically)

/**
 * Creates the tasks of stays that entered the window, or whose members are owed something only now, `limit` stays to a
 * transaction; answers how many (DOMAIN 6.2).
 */
export const createArrivals = Effect.fnUntraced(function* (limit: number = batch) {
  const now = yield* DateTime.now
  let created = 0
  let after: StaysWithoutTask["after"]
  do {
    const done = yield* createBatch({ now, limit, after })
    created += done.created
    after = done.stays.length < limit ? undefined : done.stays.at(-1)
  } while (after !== undefined)
  return created
})

/** Creates the missing tasks of one member's stays or of one stay, at once; the job creates those beyond a batch. */
export const createArrivalsOf = (of: Pick<StaysWithoutTask, "memberId" | "reservationId">) =>
  Effect.flatMap(DateTime.now, (now) => createBatch({ ...of, now, limit: batch }))
