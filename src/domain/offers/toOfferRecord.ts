import { DateTime } from "effect"
import { shownEligibility } from "../eligibility/Eligibility.ts"
import { offerEligibility, type OfferOccasion } from "./offerEligibility.ts"
import type { OfferRecord } from "./OfferRecord.ts"
import { offerRestrictions } from "./offerRestrictions.ts"
import type { OfferStanding } from "./OfferStanding.ts"

/** An offer as the member sees it at an occasion. */
export const toOfferRecord = (offer: OfferStanding, occasion: OfferOccasion): OfferRecord => ({
  offerId: offer.xid,
  name: offer.name,
  shortDescription: offer.shortDescription,
  description: offer.description,
  pointsRequired: offer.pointsRequired,
  retailValue: offer.retailValue,
  discountAmount: offer.discountAmount,
  discountType: offer.discountType,
  redemptionType: offer.redemptionType,
  category: offer.category,
  heroImageUrl: offer.heroImageUrl,
  cardImageUrl: offer.cardImageUrl,
  howToRedeem: offer.howToRedeem,
  termsAndConditions: offer.termsAndConditions,
  ...shownEligibility(offerEligibility(offer, occasion)),
  restrictions: offerRestrictions(offer, occasion),
  requiresStay: offer.requiresStay,
  disableBeforeCheckInHours: offer.disableBeforeCheckInHours,
  validUntil: offer.validUntil === null ? null : DateTime.formatIso(offer.validUntil),
  isCustomOffer: offer.isCustom,
  isGlobal: offer.venue === null,
  propertyDocumentId: offer.venue?.documentId ?? null
})
