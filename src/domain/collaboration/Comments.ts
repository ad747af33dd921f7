import { Context, type Effect, type Option, Schema } from "effect"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import type { OperatorId } from "../operators/Operator.ts"
import { Instant } from "../shared/Instant.ts"
import { Comment } from "./Comment.ts"
import { ScannedSubject } from "./Subjects.ts"

/** An operator by external id and name. */
export const NamedOperator = Schema.Struct({ id: Schema.String, displayName: Schema.String })
export type NamedOperator = typeof NamedOperator.Type

/** A comment as scanned for a page, visible or not. `seq` orders the comments of a workspace. */
export const ScannedComment = Schema.Struct({
  seq: Schema.Int,
  id: Comment.fields.xid,
  ...ScannedSubject.fields,
  author: NamedOperator,
  body: Comment.fields.body,
  /** The mentioned operators, by row id. */
  mentions: Schema.Array(NamedOperator),
  createdAt: Instant,
  editedAt: Schema.NullOr(Instant)
})
export type ScannedComment = typeof ScannedComment.Type

/** One of the latest comments of a message; `count` is the message's total. */
export const LatestComment = Schema.Struct({ ...ScannedComment.fields, count: Schema.Int })
export type LatestComment = typeof LatestComment.Type

/** A listing: of one subject, by row ids, optionally with `seq` below `before`. */
export interface CommentScan extends Pick<Comment, "workspaceId" | "actionId" | "messageId"> {
  readonly before: number | undefined
  readonly limit: number
}

/** A mentioned operator, and the id of the attention item to create. */
export interface Mention {
  readonly operatorId: OperatorId
  readonly attentionXid: string
}

/** The comments of workspaces. */
export class Comments extends Context.Service<
  Comments,
  {
    /** Newest first by `seq`. */
    readonly list: (scan: CommentScan) => Effect.Effect<ReadonlyArray<ScannedComment>>
    /** The `each` latest comments of each message (external ids), newest first; messages in any order. */
    readonly listLatest: (
      workspaceId: WorkspaceId,
      messages: ReadonlyArray<string>,
      each: number
    ) => Effect.Effect<ReadonlyArray<LatestComment>>
    /** By external id, within the workspace, visible or not. */
    readonly find: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<Option.Option<ScannedComment>>
    /** Inserts a comment and an attention item for each operator that it mentions. */
    readonly insert: (comment: Omit<Comment, "id">, mentions: ReadonlyArray<Mention>) => Effect.Effect<void>
    /** False if it no longer exists. */
    readonly changeBody: (
      workspaceId: WorkspaceId,
      xid: string,
      change: Pick<Comment, "body" | "editedAt">
    ) => Effect.Effect<boolean>
    /** Also removes the attention items of its mentions; false if it no longer exists. */
    readonly remove: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<boolean>
  }
>()("hub/domain/collaboration/Comments") {}
