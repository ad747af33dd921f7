import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * A venue's link for guests who ask for an invite themselves, from a QR code or a page (PAR-069). Only the venue has
 * the token; here it is a SHA-256. `id` stays when the token is rotated.
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
