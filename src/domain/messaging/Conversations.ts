import { Context, type Effect, Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import type { Sight } from "./Reader.ts"
import type { WorkspaceId } from "./Workspace.ts"

/**
 * A conversation as a reader sees it. `lastMessageAt` is of the last message that is visible to them, null without one;
 * `unreadCount` counts the guest's visible messages since the last visible one to the guest. `lastActivityAt` is of any
 * message: it orders the list, and is not shown.
 */
export const ScannedConversation = Schema.Struct({
  id: Schema.Int,
  guestId: Schema.String,
  lastActivityAt: Schema.NullOr(Instant),
  lastMessageAt: Schema.NullOr(Instant),
  unreadCount: Schema.Int
})
export type ScannedConversation = typeof ScannedConversation.Type

/** A conversation's place in the list: that of its last activity, then of its row. */
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
    /** By their last activity, latest first; those without a message come last. */
    readonly list: (scan: ConversationScan) => Effect.Effect<ReadonlyArray<ScannedConversation>>
  }
>()("hub/domain/messaging/Conversations") {}
