import { Result } from "effect"
import type { HubCallerShape } from "../access/HubCaller.ts"
import { PermissionMissing } from "../access/requirePermissions.ts"
import { GrantInactive, GrantRequired, WorkspaceNotGranted } from "./MessagingErrors.ts"
import type { IntegrationGrant } from "./MessagingGrant.ts"

/**
 * The grant that allows `permission` in the workspace `scope`, or the reason for refusal (HUB-026, HUB-034, HUB-081).
 * Scopes that were never granted, unknown and archived ones are indistinguishable.
 */
export const authorizeWorkspace = (
  grants: ReadonlyArray<IntegrationGrant>,
  integration: HubCallerShape["integration"],
  scope: string,
  permission: string
): Result.Result<IntegrationGrant, GrantRequired | GrantInactive | WorkspaceNotGranted | PermissionMissing> => {
  if (integration.origin === "widget" || grants.length === 0) return Result.fail(new GrantRequired())
  const ofScope = grants.filter(({ workspace }) => workspace.xid === scope)
  const grant = ofScope.find(({ active }) => active)
  if (grant === undefined) {
    const ended = ofScope.length > 0 || grants.every(({ active }) => !active)
    return Result.fail(ended ? new GrantInactive({ reason: "grant_deactivated" }) : new WorkspaceNotGranted())
  }
  if (grant.workspace.status !== "active") return Result.fail(new WorkspaceNotGranted())
  if (!grant.organizationActivated) return Result.fail(new GrantInactive({ reason: "organization_not_activated" }))
  return grant.permissions.includes(permission)
    ? Result.succeed(grant)
    : Result.fail(new PermissionMissing({ requiredPermissions: [permission] }))
}
