import { Context, type Effect, Schema } from "effect"
import { MessageVisibility } from "../messaging/messageVisible.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import { Instant } from "../shared/Instant.ts"
import { NamedOperator } from "./Comments.ts"
import type { Reaction } from "./Reaction.ts"

/** A reaction as scanned for a page, visible or not. `seq` orders the reactions of a workspace. */
export const ScannedReaction = Schema.Struct({
  seq: Schema.Int,
  message: Schema.Struct({ id: Schema.String, ...MessageVisibility.fields }),
  operator: NamedOperator,
  emoji: Schema.String,
  createdAt: Instant
})
export type ScannedReaction = typeof ScannedReaction.Type

/** A listing, optionally of one message by row id, optionally with `seq` below `before`. */
export interface ReactionScan {
  readonly workspaceId: WorkspaceId
  readonly messageId: number | undefined
  readonly before: number | undefined
  readonly limit: number
}

/** The reactions of operators to messages. */
export class Reactions extends Context.Service<
  Reactions,
  {
    /** Newest first by `seq`, visible or not: the caller applies visibility. */
    readonly list: (scan: ReactionScan) => Effect.Effect<ReadonlyArray<ScannedReaction>>
    /** False if the reaction exists already. */
    readonly insert: (reaction: Omit<Reaction, "id">) => Effect.Effect<boolean>
    /** False if there was none. */
    readonly remove: (
      reaction: Pick<Reaction, "workspaceId" | "messageId" | "operatorId" | "emoji">
    ) => Effect.Effect<boolean>
  }
>()("hub/domain/collaboration/Reactions") {}
