const spa = {
  offerId: "019b76da-a800-7000-8000-000000000f01",
  name: "Spa hour",
  shortDescription: "Spa hour for members",
  description: "Spa hour: bought with points, used when it suits you.",
  pointsRequired: 450,
  retailValue: 45,
  redemptionType: "direct",
  category: { id: 802, name: "Wellness" },
  heroImageUrl: "https://images.example.com/offers/hero.jpg",
  cardImageUrl: "https://images.example.com/offers/card.jpg",
  howToRedeem: "Show the claim in the app",
  termsAndConditions: "One claim per charge; not for resale.",
  isEligible: true,
  restrictions: [],
  requiresStay: false,
  isCustomOffer: false,
  isGlobal: false,
  propertyDocumentId: "ob13u7apb4o2vtqog46h26uq"
}

const gift = {
  offerId: "019b76da-a800-7000-8000-000000000f02",
  name: "Welcome gift",
  pointsRequired: 120,
  redemptionType: "direct",
  isEligible: false,
  eligibilityReason: "Needs a stay",
  eligibility: { code: "requires_stay", facts: {} },
  restrictions: [
    { type: "requires_stay", message: "Needs a stay", details: { propertyId: "ob13u7apb4o2vtqog46h26uq" } }
  ],
  requiresStay: true,
  disableBeforeCheckInHours: 24,
  validUntil: "2026-12-31T23:59:59.000Z",
  isCustomOffer: false,
  isGlobal: false,
  propertyDocumentId: "ob13u7apb4o2vtqog46h26uq"
}

const claimed = {
  fulfillmentId: "019cb6f1-4d2c-7a31-9f3a-0d6b7c1e5a42",
  offerId: spa.offerId,
  offerName: spa.name,
  status: "claimed",
  redemptionType: "direct",
  pointsCharged: 450,
  charges: [
    { assetType: "VALID", points: 400 },
    { assetType: "CREDIT", points: 50 }
  ],
  verificationCode: "7QK2M9XA",
  propertyId: "ob13u7apb4o2vtqog46h26uq",
  claimedAt: "2026-03-04T05:06:07.000Z",
  expiresAt: "2026-04-03T05:06:07.000Z"
}

/** Example responses of the offer endpoints, by operation id. */
export const offerExamples = {
  listOffers: { items: [gift, spa], total: 2, limit: 20, offset: 0 },
  getOffer: { ...spa, rules: "Spa hour may be claimed as often as points allow." },
  claimOffer: claimed
}
