import { Schema } from "effect"
import { ActionId } from "../actions/Action.ts"
import { Addressee } from "../messaging/audienceCovers.ts"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * A private thread of one operator with the assistant in one workspace: each question has its own thread, the turns of
 * a consultation share one (DOMAIN 3).
 */
export const PrivateThread = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  workspaceId: WorkspaceId,
  operatorId: OperatorId,
  /** The consultation of the thread; null for a single question. */
  consultationId: Schema.NullOr(RowId),
  createdAt: Schema.DateTimeUtc
})
export type PrivateThread = typeof PrivateThread.Type

/**
 * A question about a guest, an Action, both or neither, and its answer, visible only to the operator who asked. Its
 * audience is that of the records it was derived from.
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
  /** The name of the model that answered. */
  model: Schema.NonEmptyString,
  ...Addressee.fields,
  askedAt: Schema.DateTimeUtc,
  answeredAt: Schema.DateTimeUtc
})
export type PrivateMessage = typeof PrivateMessage.Type
