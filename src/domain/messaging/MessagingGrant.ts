import { Schema } from "effect"
import { IntegrationId } from "../access/ApiKey.ts"
import { RowId } from "../shared/Scalars.ts"
import { Workspace, WorkspaceId } from "./Workspace.ts"

/** The permissions granted to an integration in one workspace (HUB-034). At most one grant per pair is active. */
export const MessagingGrant = Schema.Struct({
  id: RowId,
  integrationId: IntegrationId,
  workspaceId: WorkspaceId,
  permissions: Schema.Array(Schema.String),
  audienceWorkspace: Schema.Boolean,
  audienceTeamIds: Schema.Array(RowId),
  active: Schema.Boolean,
  deactivatedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type MessagingGrant = typeof MessagingGrant.Type

/**
 * A grant with the facts that decide whether it is in force: its workspace, and whether messaging is activated for the
 * organization.
 */
export const IntegrationGrant = Schema.Struct({
  workspace: Schema.Struct({ id: WorkspaceId, xid: Workspace.fields.xid, status: Workspace.fields.status }),
  permissions: MessagingGrant.fields.permissions,
  audienceWorkspace: MessagingGrant.fields.audienceWorkspace,
  audienceTeamIds: MessagingGrant.fields.audienceTeamIds,
  active: MessagingGrant.fields.active,
  organizationActivated: Schema.Boolean
})
export type IntegrationGrant = typeof IntegrationGrant.Type
