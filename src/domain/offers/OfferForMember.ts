import { Schema, Struct } from "effect"
import { VenueSummary } from "../properties/VenueSummary.ts"
import { ReservationId, ReservationStatus, ReservationXid } from "../reservations/Reservation.ts"
import { Instant } from "../shared/Instant.ts"
import { Offer, OfferCategory } from "./Offer.ts"

/** The fields of a member's stay that offers depend on; dates are local to its venue. */
export const OfferStay = Schema.Struct({
  id: ReservationId,
  externalId: ReservationXid,
  status: ReservationStatus,
  checkIn: Schema.NullOr(Schema.String),
  checkOut: Schema.NullOr(Schema.String),
  venue: VenueSummary
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
  venue: Schema.NullOr(VenueSummary),
  tierLevel: Schema.Int,
  spendable: Schema.Int,
  isInStock: Schema.Boolean
})
export type OfferForMember = typeof OfferForMember.Type
