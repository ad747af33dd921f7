import type { Offer } from "../../../src/domain/offers/Offer.ts"

/** The fields of an offer without conditions and optional data. */
export const plainOffer = {
  name: "Offer",
  shortDescription: null,
  description: null,
  retailValue: null,
  discountAmount: null,
  discountType: null,
  redemptionType: "direct",
  approvalRequired: false,
  requiresStay: false,
  checkInWindow: null,
  disableBeforeCheckInHours: null,
  minTierLevel: 0,
  heroImageUrl: null,
  cardImageUrl: null,
  howToRedeem: null,
  termsAndConditions: null,
  rules: null,
  validUntil: null,
  claimTtlHours: null,
  refundOnExpiry: false,
  isCustom: false
} satisfies Partial<Offer>
