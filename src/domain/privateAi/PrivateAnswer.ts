import { Schema } from "effect"
import { ActionId } from "../actions/Action.ts"
import { Addressee } from "../messaging/audienceCovers.ts"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * What one operator talks about with the assistant in one workspace: a question is a thread of its own, the turns of a
 * consultation share one (DOMAIN 3).
 */
export const PrivateThread = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  workspaceId: WorkspaceId,
  operatorId: OperatorId,
  /** The consultation that the thread belongs to; null for a question. */
  consultationId: Schema.NullOr(RowId),
  createdAt: Schema.DateTimeUtc
})
export type PrivateThread = typeof PrivateThread.Type

/**
 * A question about a guest, an Action, both or neither, and its answer, seen by the operator who asked alone. The
 * audience is that of what the answer was made of.
 */
export const PrivateMessage = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  workspaceId: WorkspaceId,
  operatorId: OperatorId,
  threadId: RowId,
  guestId: Schema.NullOr(RowId),
  actionId: Schema.NullOr(ActionId),
  question: Schema.NonEmptyString,
  answer: Schema.NonEmptyString,
  /** What answered: the model's name. */
  model: Schema.NonEmptyString,
  ...Addressee.fields,
  askedAt: Schema.DateTimeUtc,
  answeredAt: Schema.DateTimeUtc
})
export type PrivateMessage = typeof PrivateMessage.Type
