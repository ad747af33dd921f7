import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { Audience, audienceCovers } from "./audienceCovers.ts"
import { Message } from "./Message.ts"
import type { ScannedMessage } from "./Messages.ts"
import { messageVisible } from "./messageVisible.ts"
import type { Sight } from "./Reader.ts"

/** The public view of a message (HUB-048). References to records invisible to the reader are null. */
export const ThreadRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the message" }),
  guestId: Schema.String.annotateKey({ description: "Canonical id of the guest of the thread" }),
  direction: Message.fields.direction.annotateKey({ description: "`inbound` from the guest, `outbound` to the guest" }),
  channel: Message.fields.channel.annotateKey({ description: "Channel it was sent through" }),
  author: Schema.Struct({
    kind: Message.fields.authorKind.annotateKey({ description: "Kind of author" }),
    displayName: Schema.String.annotateKey({ description: "Name of the author for display" })
  }).annotateKey({ description: "Who wrote it" }),
  body: Schema.String.annotateKey({ description: "The text as it was written" }),
  createdAt: Instant.annotateKey({ description: "When it was written" }),
  editedAt: Schema.NullOr(Instant).annotateKey({ description: "When it was last edited; null if it has not been" }),
  deliveryStatus: Message.fields.deliveryStatus.annotateKey({
    description: "Delivery status; null for an inbound message"
  }),
  replyToId: Schema.NullOr(Schema.String).annotateKey({
    description: "Id of the message that it replies to; null if none is visible"
  }),
  actionId: Schema.NullOr(Schema.String).annotateKey({
    description: "Id of the Action that it belongs to; null if none is visible"
  }),
  audience: Audience.annotateKey({ description: "Who may see it" })
}).annotate({ identifier: "ThreadRecord" })
export type ThreadRecord = typeof ThreadRecord.Type

export const threadRecord = (reader: Sight, guestId: string, message: ScannedMessage): ThreadRecord => ({
  id: message.id,
  guestId,
  direction: message.direction,
  channel: message.channel,
  author: { kind: message.authorKind, displayName: message.authorName },
  body: message.body,
  createdAt: message.createdAt,
  editedAt: message.editedAt,
  deliveryStatus: message.deliveryStatus,
  replyToId: message.replyTo !== null && messageVisible(reader, message.replyTo) ? message.replyTo.id : null,
  actionId: message.action !== null && audienceCovers(reader, message.action) ? message.action.id : null,
  audience: { kind: message.audienceKind, teamId: message.teamXid }
})

/** The scanned messages of a guest that are visible to the reader, in scan order. */
export const threadRecords = (
  reader: Sight,
  guestId: string,
  scanned: ReadonlyArray<ScannedMessage>
): ReadonlyArray<ThreadRecord> =>
  scanned.filter((message) => messageVisible(reader, message)).map((message) => threadRecord(reader, guestId, message))
