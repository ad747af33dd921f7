import { Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { RowId } from "../shared/Scalars.ts"

export const NotificationType = Schema.Literals(["wallet", "reservation", "system", "promotion"])

/** Facts of a notification, such as its link or the parts of its message. */
export const NotificationFacts = Schema.Record(Schema.String, Schema.Json)

/**
 * A notification of a member as stored. Unread while `readAt` is null; `isWallet` is true for every one of type
 * `wallet`, false for every one of type `reservation` (DOMAIN 9). `dedupeKey` is unique per member.
 */
export const Notification = Schema.Struct({
  id: RowId,
  memberId: MemberId,
  type: NotificationType,
  title: Schema.String,
  message: Schema.String,
  messageParts: Schema.NullOr(NotificationFacts),
  isWallet: Schema.Boolean,
  metadata: NotificationFacts,
  dedupeKey: Schema.NullOr(Schema.String),
  readAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type Notification = typeof Notification.Type
