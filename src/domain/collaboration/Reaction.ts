import { Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { RowId } from "../shared/Scalars.ts"

/** An operator's emoji reaction to a message, visible only to operators. */
export const Reaction = Schema.Struct({
  id: RowId,
  workspaceId: WorkspaceId,
  messageId: RowId,
  operatorId: OperatorId,
  emoji: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtc
})
export type Reaction = typeof Reaction.Type
