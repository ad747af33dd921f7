import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { Arrivals } from "./Arrivals.ts"
import { catchUpTasks } from "./catchUpArrivals.ts"

/** One task of the caller's venues, inside the window or not, up to date with committed changes (DOMAIN 6.2, A-123). */
export const getArrival = Effect.fnUntraced(function* (taskId: string) {
  const { reach } = yield* PartnerCaller
  const arrivals = yield* Arrivals
  const locator = { reach, taskId, now: yield* DateTime.now }
  const { arrival, isOutdated } = yield* arrivals.get(locator)
  if (!isOutdated) return arrival
  yield* catchUpTasks(reach, [taskId])
  return (yield* arrivals.get(locator)).arrival
})
