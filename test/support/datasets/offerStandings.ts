import { DateTime } from "effect"
import { OfferId, OfferXid } from "../../../src/domain/offers/Offer.ts"
import type { OfferOccasion } from "../../../src/domain/offers/offerEligibility.ts"
import type { OfferForMember, OfferStay } from "../../../src/domain/offers/OfferForMember.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../../src/domain/properties/Property.ts"
import type { VenueSummary } from "../../../src/domain/properties/VenueSummary.ts"
import { ReservationId, ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { plainOffer } from "./plainOffer.ts"

export const now = DateTime.makeUnsafe("2026-03-04T20:00:00Z")

export const venue = (id: number, organizationId = 1, timezone = "Europe/Lisbon"): VenueSummary => ({
  id: VenueId.make(id),
  organizationId: OrganizationId.make(organizationId),
  documentId: `venue-${id}`,
  name: `Venue ${id}`,
  timezone
})

/** A confirmed stay from the 10th to the 12th. */
export const stayAt = (at: VenueSummary, facts: Partial<OfferStay> = {}): OfferStay => ({
  id: ReservationId.make(1),
  externalId: ReservationXid.make("stay"),
  status: "confirmed",
  checkIn: "2026-03-10",
  checkOut: "2026-03-12",
  venue: at,
  ...facts
})

/** An offer of 500 points for everyone, as a member with exactly 500 points sees it. */
export const offer = (facts: Partial<OfferForMember> = {}): OfferForMember => ({
  id: OfferId.make(1),
  xid: OfferXid.make("offer"),
  organizationId: OrganizationId.make(1),
  ...plainOffer,
  pointsRequired: 500,
  category: null,
  venue: null,
  tierLevel: 1,
  spendable: 500,
  isInStock: true,
  ...facts
})

/** An occasion now, without a place. */
export const occasion = (facts: Partial<OfferOccasion> = {}): OfferOccasion => ({
  now,
  venue: null,
  stay: null,
  checkInDate: null,
  ...facts
})
