import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import type { MemberId } from "../members/Member.ts"
import { atomically } from "../shared/atomically.ts"
import { expireLocked } from "./commandFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { Fulfillments } from "./Fulfillments.ts"
import { isDue } from "./fulfillmentTransitions.ts"

/** How many claims are looked for at a time. */
const batch = 500

const expireOne = Effect.fnUntraced(function* (id: FulfillmentId) {
  const fulfillments = yield* Fulfillments
  const locked = yield* fulfillments.getForUpdate({ id, everywhere: true })
  if (!isDue(locked.row, yield* DateTime.now)) return 0
  yield* expireLocked(locked)
  return 1
}, atomically)

/** Lets a claim expire if it fell due, in a transaction of its own; answers how many did: 0 or 1 (F15, F16). */
export const expireFulfillment = (id: FulfillmentId) => Effect.orDie(expireOne(id))

/** Lets every claim expire that fell due, each in a transaction of its own and once; answers how many (MEM-117). */
export const expireDueFulfillments = Effect.fnUntraced(function* (limit: number = batch) {
  const { listDue } = yield* Fulfillments
  const now = yield* DateTime.now
  return yield* processDue(listDue({ now, limit }), expireFulfillment)
})

/** As `expireDueFulfillments`, of one member: what the wallet holds counts only after it (MEM-117). */
export const settleFulfillments = Effect.fnUntraced(function* (memberId: MemberId) {
  const { listDue } = yield* Fulfillments
  const now = yield* DateTime.now
  return yield* processDue(listDue({ now, memberId, limit: batch }), expireFulfillment)
})
