import { statements } from "../statements/statements.ts"
import type { Database } from "./database.ts"
import type { HubCaller } from "./hubAccess.ts"
import { Problem } from "./Problem.ts"

export interface Grant {
  readonly workspaceId: number
  readonly workspaceXid: string
  readonly workspaceStatus: string
  readonly permissions: ReadonlyArray<string>
  readonly audienceWorkspace: boolean
  readonly audienceTeamIds: ReadonlyArray<number>
  readonly active: boolean
  readonly organizationActivated: boolean
}

interface Addressee {
  readonly audienceKind: "workspace" | "team"
  readonly teamId: number | null
}

/** Whether the granted audiences include the audience of a row. */
export const covers = (
  grant: Pick<Grant, "audienceWorkspace" | "audienceTeamIds">,
  { audienceKind, teamId }: Addressee
): boolean =>
  audienceKind === "workspace" ? grant.audienceWorkspace : teamId !== null && grant.audienceTeamIds.includes(teamId)

/** The grant for exactly the workspace `scope`, read on every request. */
export const requireGrant = async (
  database: Database,
  { integration }: HubCaller,
  scope: string,
  permission: string
): Promise<Grant> => {
  const grants = await database.rows<Grant>(undefined, statements.grants, { integrationId: integration.id })
  if (integration.origin === "widget" || grants.length === 0) {
    throw new Problem(403, "grant_required", "A messaging grant is needed")
  }
  const ofScope = grants.filter(({ workspaceXid }) => workspaceXid === scope)
  const grant = ofScope.find(({ active }) => active)
  if (grant === undefined) {
    throw ofScope.length > 0 || grants.every(({ active }) => !active)
      ? new Problem(403, "grant_inactive", "The messaging grant is not active")
      : new Problem(403, "workspace_not_granted", "The workspace is not granted")
  }
  if (grant.workspaceStatus !== "active")
    throw new Problem(403, "workspace_not_granted", "The workspace is not granted")
  if (!grant.organizationActivated) throw new Problem(403, "grant_inactive", "The messaging grant is not active")
  if (!grant.permissions.includes(permission)) {
    throw new Problem(403, "permission_denied", "A permission is missing", {
      details: { requiredPermissions: [permission] }
    })
  }
  return grant
}
