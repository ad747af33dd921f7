import { type DateTime, Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { Environment, RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `xid`. */
export const IntegrationId = RowId.pipe(Schema.brand("IntegrationId"))
export type IntegrationId = typeof IntegrationId.Type

export const AuthLevel = Schema.Literals(["partner", "admin", "service"])
export type AuthLevel = typeof AuthLevel.Type

/**
 * A key of the hub or the Partner API. Only the SHA-256 of its secret is stored (GEN-009). `organizationId` is null for
 * global staff only; `venueIds` apply when `allVenues` is false; `lastUsedAt` may be a minute behind.
 */
export const ApiKey = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  surface: Schema.Literals(["hub", "partner"]),
  organizationId: Schema.NullOr(OrganizationId),
  integrationId: Schema.NullOr(IntegrationId),
  origin: Schema.Literals(["settings", "widget"]),
  name: Schema.NonEmptyString,
  prefix: Schema.NonEmptyString,
  lastFour: Schema.NonEmptyString,
  secretHash: Schema.NonEmptyString,
  authLevel: Schema.NullOr(AuthLevel),
  globalScope: Schema.Boolean,
  allVenues: Schema.Boolean,
  venueIds: Schema.Array(VenueId),
  environment: Environment,
  permissions: Schema.Array(Schema.String),
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.NullOr(Schema.DateTimeUtc),
  revokedAt: Schema.NullOr(Schema.DateTimeUtc),
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** The external id of the key that replaced this one when it was rotated. */
  replacedBy: Schema.NullOr(Schema.NonEmptyString)
})
export type ApiKey = typeof ApiKey.Type

/** The third party that a hub key acts for; it owns Actions and survives key rotation. */
export const Integration = Schema.Struct({
  id: IntegrationId,
  organizationId: OrganizationId,
  xid: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  origin: Schema.Literals(["settings", "widget"])
})
export type Integration = typeof Integration.Type

/** The last accepted use of a key, by row id. */
export interface KeyUse {
  readonly id: number
  readonly at: DateTime.Utc
}
