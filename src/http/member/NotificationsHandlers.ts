import { HttpApiBuilder } from "effect/http-api"
import { getUnreadCount } from "../../domain/notifications/getUnreadCount.ts"
import { listNotifications } from "../../domain/notifications/listNotifications.ts"
import { markNotificationRead } from "../../domain/notifications/markNotificationRead.ts"
import { markNotificationUnread } from "../../domain/notifications/markNotificationUnread.ts"
import { MemberApi } from "./MemberApi.ts"

/** A client that hangs up does not stop a write midway. */
const options = { uninterruptible: true } as const

export const NotificationsHandlers = HttpApiBuilder.group(MemberApi, "notifications", (handlers) =>
  handlers.handleAll({
    listNotifications: ({ query }) => listNotifications(query),
    getUnreadCount: () => getUnreadCount(),
    markNotificationRead: { handler: ({ params }) => markNotificationRead(params.id), options },
    markNotificationUnread: { handler: ({ params }) => markNotificationUnread(params.id), options }
  })
)
