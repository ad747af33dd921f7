import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { StoredJson } from "../shared/StoredJson.ts"
import { Notification } from "./Notification.ts"

const FactsRecord = Schema.Record(Schema.String, StoredJson)

/** A notification as its member sees it (MEM-104). `readAt` is null, not absent, while it is unread. */
export const NotificationRecord = Schema.Struct({
  id: Notification.fields.id.annotateKey({ description: "Numeric id of the notification" }),
  type: Notification.fields.type.annotateKey({ description: "Kind of notification; an open set" }),
  title: Notification.fields.title.annotateKey({ description: "Title for display" }),
  message: Notification.fields.message.annotateKey({ description: "Text for display, in English" }),
  messageParts: Schema.optionalKey(FactsRecord).annotateKey({
    description: "The variable parts of the text, for translation"
  }),
  isRead: Schema.Boolean.annotateKey({ description: "Whether the member has read it" }),
  isWallet: Notification.fields.isWallet.annotateKey({ description: "Whether it concerns the wallet" }),
  metadata: FactsRecord.annotateKey({ description: "Additional facts, such as the link to open" }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it was last marked as read or unread, or created" }),
  readAt: Schema.NullOr(Instant).annotateKey({ description: "When it was read; null while unread" })
}).annotate({ identifier: "Notification" })
export interface NotificationRecord extends Schema.Schema.Type<typeof NotificationRecord> {}

/** The number of a member's unread notifications, and of those that concern the wallet (MEM-109). */
export const UnreadCount = Schema.Struct({
  unreadCount: Schema.Int.annotateKey({ description: "All unread notifications" }),
  walletUnreadCount: Schema.Int.annotateKey({ description: "Unread notifications that concern the wallet" })
}).annotate({ identifier: "UnreadCount" })
export interface UnreadCount extends Schema.Schema.Type<typeof UnreadCount> {}
