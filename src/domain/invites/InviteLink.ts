import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * A venue's link, on a QR code or a page, by which guests request an invite themselves (PAR-069). Only the venue has
 * the token; its SHA-256 is stored. `id` stays when the token is rotated.
 */
export const InviteLink = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  propertyId: VenueId,
  tokenHash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  active: Schema.Boolean,
  rotatedAt: Schema.DateTimeUtc
})
export type InviteLink = typeof InviteLink.Type
