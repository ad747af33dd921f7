import { getUnreadCount } from "../../domain/notifications/getUnreadCount.ts"
import { listNotifications } from "../../domain/notifications/listNotifications.ts"
import { markNotificationRead, markNotificationUnread } from "../../domain/notifications/markNotification.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const NotificationsHandlers = handlersOf(
  MemberApi,
  "notifications"
)({
  listNotifications: ({ query }) => listNotifications(query),
  getUnreadCount: () => getUnreadCount(),
  markNotificationRead: ({ params }) => markNotificationRead(params.id),
  markNotificationUnread: ({ params }) => markNotificationUnread(params.id)
})
