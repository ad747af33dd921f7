import { Context, type Effect, Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import type { Sight } from "./Reader.ts"
import type { WorkspaceId } from "./Workspace.ts"

/**
 * A conversation as a reader sees it. `lastMessageAt` is the time of the last message visible to them, null if none;
 * `unreadCount` counts the guest's visible messages since the last visible one to the guest. `lastActivityAt` is the
 * time of the last message, visible or not: it orders the list and is not exposed, not even in a cursor.
 */
export const ScannedConversation = Schema.Struct({
  id: Schema.Int,
  guestId: Schema.String,
  lastActivityAt: Schema.NullOr(Instant),
  lastMessageAt: Schema.NullOr(Instant),
  unreadCount: Schema.Int
})
export type ScannedConversation = typeof ScannedConversation.Type

/** The keyset position of a conversation: last activity, then row id. */
export interface ConversationPosition {
  readonly lastActivityAt: string | null
  readonly id: number
}

export interface ConversationScan {
  readonly workspaceId: WorkspaceId
  readonly sight: Sight
  readonly after: ConversationPosition | undefined
  readonly limit: number
}

/** The conversations of workspaces. */
export class Conversations extends Context.Service<
  Conversations,
  {
    /** By last activity, latest first; conversations without a message come last. */
    readonly list: (scan: ConversationScan) => Effect.Effect<ReadonlyArray<ScannedConversation>>
  }
>()("hub/domain/messaging/Conversations") {}
