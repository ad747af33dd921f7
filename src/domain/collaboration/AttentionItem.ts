import { Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { RowId } from "../shared/Scalars.ts"
import { SubjectColumns } from "./Comment.ts"

/** Why an operator's attention is needed: a comment mentions them, or they were assigned an Action. */
export const AttentionKind = Schema.Literals(["mention", "assignment"])
export type AttentionKind = typeof AttentionKind.Type

/** An item for one operator's attention, visible only to them (INT-013). */
export const AttentionItem = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  workspaceId: WorkspaceId,
  operatorId: OperatorId,
  kind: AttentionKind,
  ...SubjectColumns,
  /** The comment that mentions the operator; deleting it deletes the item. */
  commentId: Schema.NullOr(RowId),
  /** The author of the comment, or the assigner of the Action. */
  fromOperatorId: OperatorId,
  createdAt: Schema.DateTimeUtc,
  readAt: Schema.NullOr(Schema.DateTimeUtc),
  snoozedUntil: Schema.NullOr(Schema.DateTimeUtc)
})
export type AttentionItem = typeof AttentionItem.Type
