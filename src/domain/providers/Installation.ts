import { Schema } from "effect"
import { Selector, WorkspaceId } from "../messaging/Workspace.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * What every installation of a provider has (DOMAIN 3): callbacks to it change its workspace alone. Its signing secrets
 * are stored sealed, bound to its external id; both are accepted while they are being rotated (INT-038).
 */
export const installationFields = {
  id: RowId,
  xid: Selector,
  organizationId: OrganizationId,
  workspaceId: WorkspaceId,
  name: Schema.NonEmptyString,
  secretEnc: Schema.NonEmptyString,
  formerSecretEnc: Schema.NullOr(Schema.NonEmptyString),
  status: Schema.Literals(["active", "disabled"]),
  createdAt: Schema.DateTimeUtc,
  rotatedAt: Schema.DateTimeUtc
} as const

export const Installation = Schema.Struct(installationFields)
export type Installation = typeof Installation.Type

/** The purpose that signing secrets are sealed for; each is bound to the external id of its installation. */
export const signingSecretPurpose = "signing secret"
