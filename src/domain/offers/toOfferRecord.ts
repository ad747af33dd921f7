import { toEligibilityFields } from "../eligibility/Eligibility.ts"
import { omitNull } from "../shared/omitNull.ts"
import { offerEligibility, type OfferOccasion } from "./offerEligibility.ts"
import type { OfferRecord } from "./OfferRecord.ts"
import { offerRestrictions } from "./offerRestrictions.ts"
import type { OfferForMember } from "./OfferForMember.ts"

/** An offer as the member sees it on an occasion. */
export const toOfferRecord = (offer: OfferForMember, occasion: OfferOccasion): OfferRecord => ({
  offerId: offer.xid,
  name: offer.name,
  pointsRequired: offer.pointsRequired,
  redemptionType: offer.redemptionType,
  ...toEligibilityFields(offerEligibility(offer, occasion)),
  restrictions: offerRestrictions(offer, occasion),
  requiresStay: offer.requiresStay,
  isCustomOffer: offer.isCustom,
  isGlobal: offer.venue === null,
  ...omitNull({
    shortDescription: offer.shortDescription,
    description: offer.description,
    retailValue: offer.retailValue,
    discountAmount: offer.discountAmount,
    discountType: offer.discountType,
    category: offer.category,
    heroImageUrl: offer.heroImageUrl,
    cardImageUrl: offer.cardImageUrl,
    howToRedeem: offer.howToRedeem,
    termsAndConditions: offer.termsAndConditions,
    disableBeforeCheckInHours: offer.disableBeforeCheckInHours,
    validUntil: offer.validUntil,
    propertyDocumentId: offer.venue?.documentId ?? null
  })
})
