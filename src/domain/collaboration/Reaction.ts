import { Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { RowId } from "../shared/Scalars.ts"

/** An emoji that an operator put to a message, for operators alone. */
export const Reaction = Schema.Struct({
  id: RowId,
  workspaceId: WorkspaceId,
  messageId: RowId,
  operatorId: OperatorId,
  emoji: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtc
})
export type Reaction = typeof Reaction.Type
