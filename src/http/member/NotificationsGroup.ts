import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { NotificationMissing } from "../../domain/notifications/NotificationErrors.ts"
import { NotificationRecord, UnreadCount } from "../../domain/notifications/NotificationRecord.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathNumber } from "../surface/schemas/PathNumber.ts"
import { QueryBoolean } from "../surface/schemas/queryParameters.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const NotificationPage = Schema.Struct(offsetPage(NotificationRecord)).annotate({ identifier: "NotificationPage" })

const NotificationsQuery = Schema.Struct({
  ...offsetQuery(20),
  sortOrder: withDefault(Schema.Literals(["asc", "desc"]), "desc").pipe(
    Schema.annotateEncoded({ description: "Order by creation time, then id" })
  ),
  read: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "true: only read notifications; false: only unread ones" })
  ),
  wallet: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({
      description: "true: only wallet notifications; false: only others"
    })
  )
})

const params = { id: PathNumber.pipe(Schema.annotateEncoded({ description: "Numeric id of the notification" })) }
const errors = [memberFailure(NotificationMissing)]

/** The member's notifications (MEM-102 to MEM-109). In the path, `unread-count` is never an id. */
export class NotificationsGroup extends HttpApiGroup.make("notifications")
  .add(
    read.get("listNotifications", "/me/notifications", {
      query: NotificationsQuery,
      success: NotificationPage,
      summary: "List notifications",
      description: "Newest first by default. `total` counts the notifications that match the filters."
    }),
    read.get("getUnreadCount", "/me/notifications/unread-count", {
      success: UnreadCount,
      summary: "Count unread notifications",
      description: "Returns the number of unread notifications and how many of them concern the wallet."
    }),
    write.patch("markNotificationRead", "/me/notifications/:id/read", {
      params,
      success: NotificationRecord,
      errors,
      summary: "Mark a notification as read",
      description: "Takes no body. Repeating the request keeps the original `readAt`."
    }),
    write.patch("markNotificationUnread", "/me/notifications/:id/unread", {
      params,
      success: NotificationRecord,
      errors,
      summary: "Mark a notification as unread",
      description:
        "Takes no body. Sets `readAt` to null and advances `updatedAt` each time. The unread count increases only if " +
        "the notification was read."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Notifications", description: "The member's notifications" })) {}
