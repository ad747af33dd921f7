import { DateTime, Effect } from "effect"
import { processDue } from "../jobs/processDue.ts"
import { reminderNotification } from "./fulfillmentNotices.ts"
import { Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"

const batch = 500

/** How long before its end a member is reminded of a claim. */
const leadTime = { hours: 48 } as const

/** Reminds members, once, of usable claims that end within 48 hours (F16); returns how many. */
export const remindFulfillments = Effect.fnUntraced(function* (limit: number = batch) {
  const { listUnreminded, updateReminded } = yield* Fulfillments
  const now = yield* DateTime.now
  const remind = (fulfillment: LockedFulfillment) =>
    Effect.map(
      updateReminded({ id: fulfillment.row.id, now, notification: reminderNotification(fulfillment, now) }),
      Number
    )
  const until = DateTime.add(now, leadTime)
  return yield* processDue((skipped) => listUnreminded({ now, until, limit: limit + skipped.length }), remind)
})
