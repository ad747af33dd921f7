import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { audit } from "../audit/audit.ts"
import { Notifications } from "./Notifications.ts"

const mark = Effect.fnUntraced(function* (id: number, isRead: boolean) {
  const { memberId } = yield* MemberCaller
  const notifications = yield* Notifications
  const { hasChanged, notification } = yield* notifications.changeRead({
    memberId,
    id,
    isRead,
    now: yield* DateTime.now
  })
  if (hasChanged) {
    yield* audit({
      organizationId: null,
      action: isRead ? "notification.read" : "notification.unread",
      subject: `notification:${id}`,
      before: null,
      after: null
    })
  }
  return notification
})

/** Marks a notification of the caller as read; repeats keep the first time (MEM-109, DOMAIN 9.1). */
export const markNotificationRead = (id: number) => mark(id, true)

/**
 * Marks a notification of the caller as unread; `updatedAt` advances each time, even if it is unread already (MEM-106
 * to MEM-108, A-30).
 */
export const markNotificationUnread = (id: number) => mark(id, false)
