import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { StoredJson } from "../shared/StoredJson.ts"
import { Notification } from "./Notification.ts"

const ShownFacts = Schema.Record(Schema.String, StoredJson)

/** A notification as its member sees it (MEM-104). `readAt` is null, not absent, while it is unread. */
export const NotificationRecord = Schema.Struct({
  id: Notification.fields.id,
  type: Notification.fields.type,
  title: Notification.fields.title,
  message: Notification.fields.message,
  messageParts: Schema.optionalKey(ShownFacts),
  isRead: Schema.Boolean,
  isWallet: Notification.fields.isWallet,
  metadata: ShownFacts,
  createdAt: Instant,
  updatedAt: Instant,
  readAt: Schema.NullOr(Instant)
}).annotate({ identifier: "Notification" })
export interface NotificationRecord extends Schema.Schema.Type<typeof NotificationRecord> {}

/** The unread notifications of a member, and those among them that concern the wallet (MEM-109). */
export const UnreadCount = Schema.Struct({
  unreadCount: Schema.Int,
  walletUnreadCount: Schema.Int
}).annotate({ identifier: "UnreadCount" })
export interface UnreadCount extends Schema.Schema.Type<typeof UnreadCount> {}
