import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

export const ActionState = Schema.Literals(["unowned", "owned", "finished", "cancelled"])
export type ActionState = typeof ActionState.Type

export const ActionPriority = Schema.Literals(["low", "normal", "high", "urgent"])

/** A task of a workspace as stored. `version` grows by one with every change; `seq` orders the workspace's Actions. */
export const Action = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: RowId,
  workspaceId: RowId,
  seq: Schema.Int,
  version: Schema.Int,
  state: ActionState,
  kind: Schema.NonEmptyString,
  title: Schema.NonEmptyString,
  details: Schema.NullOr(Schema.String),
  priority: ActionPriority,
  guestId: Schema.NullOr(RowId),
  reservationId: Schema.NullOr(Schema.String),
  propertyId: Schema.NullOr(RowId),
  audienceKind: Schema.Literals(["workspace", "team"]),
  teamId: Schema.NullOr(RowId),
  ownerKind: Schema.NullOr(Schema.Literals(["integration", "operator"])),
  ownerIntegrationId: Schema.NullOr(RowId),
  ownerOperatorId: Schema.NullOr(RowId),
  dueAt: Schema.NullOr(Schema.DateTimeUtc),
  evidence: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  claimedAt: Schema.NullOr(Schema.DateTimeUtc),
  finishedAt: Schema.NullOr(Schema.DateTimeUtc),
  cancelledAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Action = typeof Action.Type
