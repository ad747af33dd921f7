import type { IntegrationGrant } from "../messaging/MessagingGrant.ts"
import type { OperatorId } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"

/** What an operator may read in a workspace. */
export interface PrivateReader extends Pick<IntegrationGrant, "audienceWorkspace" | "audienceTeamIds"> {
  /** Whether sensitive messages are among it. */
  readonly sensitive: boolean
}

/** An operator in a workspace of the operator's organization, as authorized for this request. */
export interface PrivateAsker {
  readonly organizationId: OrganizationId
  readonly workspaceId: WorkspaceId
  readonly scope: string
  readonly operator: { readonly id: OperatorId; readonly xid: string }
  readonly reader: PrivateReader
}
