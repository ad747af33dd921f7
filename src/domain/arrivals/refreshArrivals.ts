import { DateTime, Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { Arrivals } from "./Arrivals.ts"

/** Small enough that no transaction is long, large enough that a night's work is few of them. */
const batch = 500

/** Takes the snapshot of every task that is due anew, in batches that commit one by one; answers how many (PAR-032). */
export const refreshArrivals = Effect.fn("refreshArrivals")(function* () {
  const { updateDue } = yield* Arrivals
  const now = yield* DateTime.now
  let refreshed = 0
  let last = batch
  while (last === batch) {
    last = yield* atomically(updateDue({ now, limit: batch }))
    refreshed += last
  }
  return refreshed
})
