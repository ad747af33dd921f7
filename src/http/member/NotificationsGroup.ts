import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { NotificationMissing } from "../../domain/notifications/NotificationErrors.ts"
import { NotificationRecord, UnreadCount } from "../../domain/notifications/NotificationRecord.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathNumber } from "../surface/PathNumber.ts"
import { QueryBoolean } from "../surface/queryParameters.ts"
import { withDefault } from "../surface/withDefault.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const NotificationPage = Schema.Struct(offsetPage(NotificationRecord)).annotate({ identifier: "NotificationPage" })

const NotificationsQuery = Schema.Struct({
  ...offsetQuery(20),
  sortOrder: withDefault(Schema.Literals(["asc", "desc"]), "desc").pipe(
    Schema.annotateEncoded({ description: "By creation, then id" })
  ),
  read: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "Only read ones, or only unread ones" })
  ),
  wallet: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({
      description: "Only those that concern the wallet, or only those that do not"
    })
  )
})

const params = { id: PathNumber }
const errors = [memberFailure(NotificationMissing)]

/** What the member is told (MEM-102 to MEM-109). `unread-count` is a name and no id. */
export class NotificationsGroup extends HttpApiGroup.make("notifications")
  .add(
    read.get("listNotifications", "/me/notifications", {
      query: NotificationsQuery,
      success: NotificationPage,
      summary: "The member's notifications",
      description: "Newest first unless asked otherwise. `total` counts what the filters leave."
    }),
    read.get("getUnreadCount", "/me/notifications/unread-count", {
      success: UnreadCount,
      summary: "How many notifications are unread",
      description: "All of them, and those of them that concern the wallet."
    }),
    write.patch("markNotificationRead", "/me/notifications/:id/read", {
      params,
      success: NotificationRecord,
      errors,
      summary: "Mark a notification as read",
      description: "Needs no body. The first `readAt` is kept, however often this is repeated."
    }),
    write.patch("markNotificationUnread", "/me/notifications/:id/unread", {
      params,
      success: NotificationRecord,
      errors,
      summary: "Mark a notification as unread",
      description:
        "Needs no body. Sets `readAt` to null whatever it was; `updatedAt` advances each time. The unread count rises " +
        "only when the notification was read."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Notifications", description: "What the member is told" })) {}
