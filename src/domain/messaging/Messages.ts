import { Context, type Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Instant } from "../shared/Instant.ts"
import { Addressee } from "./audienceCovers.ts"
import { Message } from "./Message.ts"
import type { GuestMissing } from "./MessagingErrors.ts"
import { MessageVisibility } from "./messageVisible.ts"
import type { WorkspaceId } from "./Workspace.ts"

/**
 * A message as scanned for a page, visible or not. `replyTo` and `action` are resolved within the conversation and the
 * workspace; null otherwise.
 */
export const ScannedMessage = Schema.Struct({
  seq: Schema.Int,
  ...MessageVisibility.fields,
  id: Message.fields.xid,
  direction: Message.fields.direction,
  channel: Message.fields.channel,
  authorKind: Message.fields.authorKind,
  authorName: Message.fields.authorName,
  body: Message.fields.body,
  teamXid: Schema.NullOr(Schema.String),
  replyTo: Schema.NullOr(Schema.Struct({ id: Schema.String, ...MessageVisibility.fields })),
  action: Schema.NullOr(Schema.Struct({ id: Schema.String, ...Addressee.fields })),
  deliveryStatus: Message.fields.deliveryStatus,
  createdAt: Instant,
  editedAt: Schema.NullOr(Instant)
})
export type ScannedMessage = typeof ScannedMessage.Type

/** A listing: of one guest (canonical id), optionally with `seq` below `before`. */
export interface ThreadScan {
  readonly workspaceId: WorkspaceId
  readonly organizationId: OrganizationId
  readonly guest: string
  readonly before: number | undefined
  readonly limit: number
}

/** The messages of guest conversations. */
export class Messages extends Context.Service<
  Messages,
  {
    /** Newest first by `seq`, visible or not: the caller applies visibility. */
    readonly listThread: (scan: ThreadScan) => Effect.Effect<ReadonlyArray<ScannedMessage>, GuestMissing>
  }
>()("hub/domain/messaging/Messages") {}
