import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import type { MemberId } from "../members/Member.ts"
import type { OfferId } from "../offers/Offer.ts"
import { atomically } from "../shared/atomically.ts"
import { expireLocked } from "./commandFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { Fulfillments } from "./Fulfillments.ts"
import { isDue } from "./fulfillmentTransitions.ts"

/** Claims per query. */
const batch = 500

const expireOne = Effect.fnUntraced(function* (id: FulfillmentId) {
  const fulfillments = yield* Fulfillments
  const locked = yield* fulfillments.getForUpdate({ id, everywhere: true })
  if (!isDue(locked.row, yield* DateTime.now)) return 0
  yield* expireLocked(locked)
  return 1
}, atomically)

/** Expires a claim if it is due, in its own transaction; returns how many expired: 0 or 1 (F15, F16). */
export const expireFulfillment = (id: FulfillmentId) => Effect.orDie(expireOne(id))

/** Expires every due claim, each once and in its own transaction; returns how many (MEM-117). */
export const expireDueFulfillments = Effect.fnUntraced(function* (limit: number = batch) {
  const { listDue } = yield* Fulfillments
  const now = yield* DateTime.now
  return yield* processDue((skipped) => listDue({ now, limit: limit + skipped }), expireFulfillment)
})

/** As `expireDueFulfillments`, for one member. Run it before reading what their ends change (MEM-117). */
export const settleFulfillments = Effect.fnUntraced(function* (memberId: MemberId) {
  const { listDue } = yield* Fulfillments
  const now = yield* DateTime.now
  return yield* processDue((skipped) => listDue({ now, memberId, limit: batch + skipped }), expireFulfillment)
})

/** As `expireDueFulfillments`, for some offers. Run it before calling them sold out (MEM-117). */
export const settleOffers = Effect.fnUntraced(function* (offerIds: ReadonlyArray<OfferId>) {
  const { listDue } = yield* Fulfillments
  const now = yield* DateTime.now
  return yield* processDue((skipped) => listDue({ now, offerIds, limit: batch + skipped }), expireFulfillment)
})
