import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { Audience, audienceCovers } from "./audienceCovers.ts"
import { Message } from "./Message.ts"
import type { ScannedMessage } from "./Messages.ts"
import { messageVisible } from "./messageVisible.ts"
import type { IntegrationGrant } from "./MessagingGrant.ts"

/** A message as integrations see it (HUB-048). References to invisible records are null. */
export const ThreadRecord = Schema.Struct({
  id: Schema.String,
  guestId: Schema.String,
  direction: Message.fields.direction,
  channel: Message.fields.channel,
  author: Schema.Struct({ kind: Message.fields.authorKind, displayName: Schema.String }),
  body: Schema.String,
  createdAt: Instant,
  editedAt: Schema.NullOr(Instant),
  deliveryStatus: Message.fields.deliveryStatus,
  replyToId: Schema.NullOr(Schema.String),
  actionId: Schema.NullOr(Schema.String),
  audience: Audience
}).annotate({ identifier: "ThreadRecord" })
export type ThreadRecord = typeof ThreadRecord.Type

const recordOf = (grant: IntegrationGrant, guestId: string, message: ScannedMessage): ThreadRecord => ({
  id: message.id,
  guestId,
  direction: message.direction,
  channel: message.channel,
  author: { kind: message.authorKind, displayName: message.authorName },
  body: message.body,
  createdAt: message.createdAt,
  editedAt: message.editedAt,
  deliveryStatus: message.deliveryStatus,
  replyToId: message.replyTo !== null && messageVisible(grant, message.replyTo) ? message.replyTo.id : null,
  actionId: message.action !== null && audienceCovers(grant, message.action) ? message.action.id : null,
  audience: { kind: message.audienceKind, teamId: message.teamXid }
})

/** The scanned messages of a guest that are visible under the grant, in scan order. */
export const threadRecords = (
  grant: IntegrationGrant,
  guestId: string,
  scanned: ReadonlyArray<ScannedMessage>
): ReadonlyArray<ThreadRecord> =>
  scanned.filter((message) => messageVisible(grant, message)).map((message) => recordOf(grant, guestId, message))
