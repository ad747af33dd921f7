import { Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { RowId } from "../shared/Scalars.ts"
import { SubjectColumns } from "./Comment.ts"

/** Why something waits for an operator: a comment mentions them, or somebody gave them an Action. */
export const AttentionKind = Schema.Literals(["mention", "assignment"])
export type AttentionKind = typeof AttentionKind.Type

/** Something that waits for one operator, who alone sees it (INT-013). */
export const AttentionItem = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  workspaceId: WorkspaceId,
  operatorId: OperatorId,
  kind: AttentionKind,
  ...SubjectColumns,
  /** The comment that mentions the operator; it takes the item with it when it is deleted. */
  commentId: Schema.NullOr(RowId),
  /** Who wrote the comment or gave the Action. */
  fromOperatorId: OperatorId,
  createdAt: Schema.DateTimeUtc,
  readAt: Schema.NullOr(Schema.DateTimeUtc),
  snoozedUntil: Schema.NullOr(Schema.DateTimeUtc)
})
export type AttentionItem = typeof AttentionItem.Type
