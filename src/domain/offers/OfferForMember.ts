import { Schema, Struct } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { ReservationId, ReservationStatus, ReservationXid } from "../reservations/Reservation.ts"
import { Instant } from "../shared/Instant.ts"
import { Offer, OfferCategory } from "./Offer.ts"

/** The venue fields that offers depend on. */
export const OfferVenue = Schema.Struct({
  id: VenueId,
  organizationId: OrganizationId,
  documentId: Schema.String,
  name: Schema.String,
  timezone: Schema.String
})
export type OfferVenue = typeof OfferVenue.Type

/** The fields of a member's stay that offers depend on; dates are local to its venue. */
export const OfferStay = Schema.Struct({
  id: ReservationId,
  externalId: ReservationXid,
  status: ReservationStatus,
  checkIn: Schema.NullOr(Schema.String),
  checkOut: Schema.NullOr(Schema.String),
  venue: OfferVenue
})
export type OfferStay = typeof OfferStay.Type

/**
 * An offer with the facts that decide one member's eligibility. `tierLevel` is their highest active level in the
 * organization's programs, 0 if none (MEM-118); `spendable` is the wallet balance without expired lots; `isInStock` is
 * true if no code is needed or one is left.
 */
export const OfferForMember = Schema.Struct({
  ...Struct.omit(Offer.fields, ["categoryId", "propertyId", "validUntil", "status", "createdAt", "updatedAt"]),
  validUntil: Schema.NullOr(Instant),
  category: Schema.NullOr(OfferCategory),
  venue: Schema.NullOr(OfferVenue),
  tierLevel: Schema.Int,
  spendable: Schema.Int,
  isInStock: Schema.Boolean
})
export type OfferForMember = typeof OfferForMember.Type
