import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import { reminderNotification } from "./fulfillmentNotices.ts"
import { Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"

const batch = 500

/** How long before its end a member is reminded of a claim. */
const ahead = { hours: 48 } as const

/** Reminds members, once, of the claims that they can still use and that end within 48 hours (F16); answers how many. */
export const remindFulfillments = Effect.fnUntraced(function* (limit: number = batch) {
  const { listUnreminded, updateReminded } = yield* Fulfillments
  const now = yield* DateTime.now
  const remind = (one: LockedFulfillment) =>
    Effect.map(updateReminded({ id: one.row.id, now, notification: reminderNotification(one, now) }), Number)
  return yield* processDue(listUnreminded({ now, until: DateTime.add(now, ahead), limit }), remind)
})
