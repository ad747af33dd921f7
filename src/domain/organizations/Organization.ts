import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id. */
export const OrganizationId = RowId.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

/** A tenant. `messagingActivatedAt` is null until an operator activates messaging for it (HUB-006). */
export const Organization = Schema.Struct({
  id: OrganizationId,
  xid: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  slug: Schema.NonEmptyString,
  status: Schema.Literals(["active", "suspended"]),
  messagingActivatedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Organization = typeof Organization.Type

/** Maps an organization id of an identity provider to a tenant. */
export const OrganizationIdentity = Schema.Struct({
  provider: Schema.NonEmptyString,
  providerOrgId: Schema.NonEmptyString,
  organizationId: OrganizationId
})
export type OrganizationIdentity = typeof OrganizationIdentity.Type
