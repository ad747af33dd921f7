import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import type { MemberId } from "../members/Member.ts"
import type { OfferId } from "../offers/Offer.ts"
import { atomically } from "../shared/atomically.ts"
import { expireLocked } from "./commandFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { type DueQuery, Fulfillments } from "./Fulfillments.ts"
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

const expireDue = Effect.fnUntraced(function* (of: Pick<DueQuery, "memberId" | "offerIds">, limit: number) {
  const { listDue } = yield* Fulfillments
  const now = yield* DateTime.now
  return yield* processDue((skipped) => listDue({ ...of, now, limit: limit + skipped.length }), expireFulfillment)
})

/** Expires every due claim, each once and in its own transaction; returns how many (MEM-117). */
export const expireDueFulfillments = (limit: number = batch) => expireDue({}, limit)

/** As `expireDueFulfillments`, for one member. Run it before reading what an expiry changes (MEM-117). */
export const expireDueOfMember = (memberId: MemberId) => expireDue({ memberId }, batch)

/** As `expireDueFulfillments`, for some offers. Run it before calling them sold out (MEM-117). */
export const expireDueOfOffers = (offerIds: ReadonlyArray<OfferId>) => expireDue({ offerIds }, batch)

/** Whether the offer has due claims that have not expired yet: they may hold its codes. */
export const hasDueClaimsOfOffer = Effect.fnUntraced(function* (offerId: OfferId, now: DateTime.Utc) {
  const { listDue } = yield* Fulfillments
  const due = yield* listDue({ now, offerIds: [offerId], limit: 1 })
  return due.length > 0
})
