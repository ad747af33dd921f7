import { Schema } from "effect"
import { Environment, RowId } from "../shared/Scalars.ts"

export const AuthLevel = Schema.Literals(["partner", "admin", "service"])
export type AuthLevel = typeof AuthLevel.Type

/**
 * A key of the hub or the partner surface. Only the SHA-256 of its secret is kept (GEN-009).
 * `organizationId` is null for global staff alone; `venueIds` matter when `allVenues` is false.
 */
export const ApiKey = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  surface: Schema.Literals(["hub", "partner"]),
  organizationId: Schema.NullOr(RowId),
  integrationId: Schema.NullOr(RowId),
  origin: Schema.Literals(["settings", "widget"]),
  name: Schema.NonEmptyString,
  prefix: Schema.NonEmptyString,
  lastFour: Schema.NonEmptyString,
  secretHash: Schema.NonEmptyString,
  authLevel: Schema.NullOr(AuthLevel),
  globalScope: Schema.Boolean,
  allVenues: Schema.Boolean,
  venueIds: Schema.Array(RowId),
  environment: Environment,
  permissions: Schema.Array(Schema.String),
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.NullOr(Schema.DateTimeUtc),
  revokedAt: Schema.NullOr(Schema.DateTimeUtc),
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type ApiKey = typeof ApiKey.Type

/** The third party that a hub key speaks for; it owns Actions and survives key rotation. */
export const Integration = Schema.Struct({
  id: RowId,
  organizationId: RowId,
  xid: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  origin: Schema.Literals(["settings", "widget"])
})
export type Integration = typeof Integration.Type
