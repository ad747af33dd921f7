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
 * A venue's invitation of a guest to become a member (DOMAIN 7.1). Only the guest has the token; its SHA-256 is stored,
 * and replaced with every new token, so an old one matches nothing. An invite past `expiresAt` counts as expired,
 * whatever status is stored. `sentCount` counts the messages requested, `lastSentAt` is when a provider last accepted
 * one; `searchText` is the folded text that list searches match.
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
  searchText: Schema.String,
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
