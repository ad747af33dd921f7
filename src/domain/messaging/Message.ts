import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A message of a conversation as stored; `seq` increases within the conversation. */
export const Message = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  conversationId: RowId,
  seq: Schema.Int,
  direction: Schema.Literals(["inbound", "outbound"]),
  channel: Schema.Literals(["sms", "email", "chat", "app"]),
  authorKind: Schema.Literals(["guest", "operator", "integration", "assistant", "system"]),
  authorName: Schema.String,
  body: Schema.String,
  audienceKind: Schema.Literals(["workspace", "team"]),
  teamId: Schema.NullOr(RowId),
  isSensitive: Schema.Boolean,
  deletedAt: Schema.NullOr(Schema.DateTimeUtc),
  sourceDerived: Schema.Boolean,
  aiPrivate: Schema.Boolean,
  replyToXid: Schema.NullOr(Schema.String),
  actionXid: Schema.NullOr(Schema.String),
  /** The private AI answer that it publishes; null for any other message. */
  privateMessageId: Schema.NullOr(RowId),
  deliveryStatus: Schema.NullOr(Schema.Literals(["queued", "sent", "delivered", "failed"])),
  createdAt: Schema.DateTimeUtc,
  editedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Message = typeof Message.Type
