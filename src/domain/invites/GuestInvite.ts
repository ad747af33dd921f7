import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

export const InviteStatus = Schema.Literals(["pending", "sent", "accepted", "expired", "revoked", "failed"])
export type InviteStatus = typeof InviteStatus.Type

/**
 * A guest asked by a venue to become a member (DOMAIN 7.1). Its token is known to the guest alone, here by SHA-256: a new
 * token replaces the hash, so the old one finds nothing. Time ends an invite whatever its row still says.
 */
export const GuestInvite = Schema.Struct({
  id: RowId,
  organizationId: RowId,
  propertyId: RowId,
  programId: Schema.NullOr(RowId),
  reservationId: Schema.NullOr(RowId),
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
  memberId: Schema.NullOr(RowId),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type GuestInvite = typeof GuestInvite.Type
