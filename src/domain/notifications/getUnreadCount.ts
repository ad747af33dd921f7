import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Notifications } from "./Notifications.ts"

/** The caller's unread notifications: the totals of the list with `read=false` (MEM-109). */
export const getUnreadCount = Effect.fnUntraced(function* () {
  const { memberId } = yield* MemberCaller
  const notifications = yield* Notifications
  return yield* notifications.getUnreadCount(memberId)
})
