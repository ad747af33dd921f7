import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { Arrivals } from "./Arrivals.ts"

/** One task of the caller's venues, inside the window or not (DOMAIN 6.2). */
export const getArrival = Effect.fnUntraced(function* (taskId: string) {
  const { reach } = yield* PartnerCaller
  const arrivals = yield* Arrivals
  const { arrival } = yield* arrivals.get({ reach, taskId, now: yield* DateTime.now })
  return arrival
})
