import { Schema } from "effect"
import { IntegrationId } from "../access/ApiKey.ts"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { OperatorId } from "../operators/Operator.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `xid`. */
export const ActionId = RowId.pipe(Schema.brand("ActionId"))
export type ActionId = typeof ActionId.Type

export const ActionState = Schema.Literals(["unowned", "owned", "finished", "cancelled"])
export type ActionState = typeof ActionState.Type

export const ActionPriority = Schema.Literals(["low", "normal", "high", "urgent"])

/** A task of a workspace as stored. Every change increments `version`; `seq` orders the workspace's Actions. */
export const Action = Schema.Struct({
  id: ActionId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  workspaceId: WorkspaceId,
  seq: Schema.Int,
  version: Schema.Int,
  state: ActionState,
  kind: Schema.NonEmptyString,
  title: Schema.NonEmptyString,
  details: Schema.NullOr(Schema.String),
  priority: ActionPriority,
  guestId: Schema.NullOr(RowId),
  reservationId: Schema.NullOr(Schema.String),
  propertyId: Schema.NullOr(VenueId),
  audienceKind: Schema.Literals(["workspace", "team"]),
  teamId: Schema.NullOr(RowId),
  ownerKind: Schema.NullOr(Schema.Literals(["integration", "operator"])),
  ownerIntegrationId: Schema.NullOr(IntegrationId),
  ownerOperatorId: Schema.NullOr(OperatorId),
  dueAt: Schema.NullOr(Schema.DateTimeUtc),
  evidence: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  claimedAt: Schema.NullOr(Schema.DateTimeUtc),
  finishedAt: Schema.NullOr(Schema.DateTimeUtc),
  cancelledAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Action = typeof Action.Type
