import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { StoredJson } from "../shared/StoredJson.ts"
import { Notification } from "./Notification.ts"

const ShownFacts = Schema.Record(Schema.String, StoredJson)

/** A notification as its member sees it (MEM-104). `readAt` is null, not absent, while it is unread. */
export const NotificationRecord = Schema.Struct({
  id: Notification.fields.id.annotateKey({ description: "Number of the notification" }),
  type: Notification.fields.type.annotateKey({ description: "What it is about; an open set" }),
  title: Notification.fields.title.annotateKey({ description: "Title for display" }),
  message: Notification.fields.message.annotateKey({ description: "Text for display, in English" }),
  messageParts: Schema.optionalKey(ShownFacts).annotateKey({
    description: "The variable parts of the text, for translated texts"
  }),
  isRead: Schema.Boolean.annotateKey({ description: "Whether the member has read it" }),
  isWallet: Notification.fields.isWallet.annotateKey({ description: "Whether it is about the wallet" }),
  metadata: ShownFacts.annotateKey({ description: "Further facts, such as where a tap leads" }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it was last marked, or created" }),
  readAt: Schema.NullOr(Instant).annotateKey({ description: "When it was read; null while unread" })
}).annotate({ identifier: "Notification" })
export interface NotificationRecord extends Schema.Schema.Type<typeof NotificationRecord> {}

/** The unread notifications of a member, and those among them that concern the wallet (MEM-109). */
export const UnreadCount = Schema.Struct({
  unreadCount: Schema.Int.annotateKey({ description: "All unread notifications" }),
  walletUnreadCount: Schema.Int.annotateKey({ description: "Those of them that are about the wallet" })
}).annotate({ identifier: "UnreadCount" })
export interface UnreadCount extends Schema.Schema.Type<typeof UnreadCount> {}
