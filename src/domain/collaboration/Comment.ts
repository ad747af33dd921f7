import { Schema } from "effect"
import { ActionId } from "../actions/Action.ts"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { RowId } from "../shared/Scalars.ts"

/** What collaboration is about, by row id: an Action or a message; the other is null. */
export const SubjectColumns = { actionId: Schema.NullOr(ActionId), messageId: Schema.NullOr(RowId) }

/** What operators say to each other about an Action or a message. It never leaves their surfaces (HUB-038, HUB-048). */
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
