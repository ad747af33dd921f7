import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import { reminderNotification } from "./fulfillmentNotices.ts"
import { Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"

const batch = 500

/** The time before its end at which a member is reminded of a claim. */
const ahead = { hours: 48 } as const

/** Reminds members, once, of usable claims that end within 48 hours (F16); answers how many. */
export const remindFulfillments = Effect.fnUntraced(function* (limit: number = batch) {
  const { listUnreminded, updateReminded } = yield* Fulfillments
  const now = yield* DateTime.now
  const remind = (one: LockedFulfillment) =>
    Effect.map(updateReminded({ id: one.row.id, now, notification: reminderNotification(one, now) }), Number)
  return yield* processDue(listUnreminded({ now, until: DateTime.add(now, ahead), limit }), remind)
})
