import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Notifications } from "./Notifications.ts"

/**
 * Marks a notification of the caller as unread, read or not; `updatedAt` advances each time (MEM-106 to MEM-108, A-30).
 */
export const markNotificationUnread = Effect.fnUntraced(function* (id: number) {
  const { memberId } = yield* MemberCaller
  const notifications = yield* Notifications
  return yield* notifications.changeRead({ memberId, id, isRead: false, now: yield* DateTime.now })
})
