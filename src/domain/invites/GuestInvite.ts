import { Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { ProgramId } from "../programs/Program.ts"
import { VenueId } from "../properties/Property.ts"
import { ReservationId } from "../reservations/Reservation.ts"
import { RowId } from "../shared/Scalars.ts"

export const InviteStatus = Schema.Literals(["pending", "sent", "accepted", "expired", "revoked", "failed"])
export type InviteStatus = typeof InviteStatus.Type

/**
 * A guest asked by a venue to become a member (DOMAIN 7.1). Its token is known to the guest alone, here by SHA-256: a new
 * token replaces the hash, so the old one finds nothing. Time ends an invite whatever its row still says.
 */
export const GuestInvite = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  propertyId: VenueId,
  programId: Schema.NullOr(ProgramId),
  reservationId: Schema.NullOr(ReservationId),
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  firstName: Schema.NullOr(Schema.String),
  lastName: Schema.NullOr(Schema.String),
  locale: Schema.NullOr(Schema.String),
  status: InviteStatus,
  tokenHash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  sentCount: Schema.Int,
  lastSentAt: Schema.NullOr(Schema.DateTimeUtc),
  expiresAt: Schema.DateTimeUtc,
  acceptedAt: Schema.NullOr(Schema.DateTimeUtc),
  memberId: Schema.NullOr(MemberId),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type GuestInvite = typeof GuestInvite.Type
