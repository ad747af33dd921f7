import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Notifications } from "./Notifications.ts"

/** Marks a notification of the caller as read; repeats keep the first time (MEM-109, DOMAIN 9.1). */
export const markNotificationRead = Effect.fnUntraced(function* (id: number) {
  const { memberId } = yield* MemberCaller
  const notifications = yield* Notifications
  return yield* notifications.changeRead({ memberId, id, isRead: true, now: yield* DateTime.now })
})
