import { Schema } from "effect"
import { Selector, WorkspaceId } from "../messaging/Workspace.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * The fields common to all provider installations (DOMAIN 3). Its callbacks affect only its workspace. Its signing
 * secrets are stored sealed, bound to its external id; during a rotation both are accepted (INT-038).
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

/** Vault purpose of signing secrets; each is bound to the external id of its installation. */
export const signingSecretPurpose = "signing secret"
