import { Schema } from "effect"
import { ActionId } from "../actions/Action.ts"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { RowId } from "../shared/Scalars.ts"

/** The subject of collaboration, by row id: an Action or a message; the other is null. */
export const SubjectColumns = { actionId: Schema.NullOr(ActionId), messageId: Schema.NullOr(RowId) }

/**
 * A comment of an operator, for other operators, on an Action or a message. Never leaves the operator surfaces
 * (HUB-038, HUB-048).
 */
export const Comment = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  workspaceId: WorkspaceId,
  ...SubjectColumns,
  authorId: OperatorId,
  body: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtc,
  editedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Comment = typeof Comment.Type
