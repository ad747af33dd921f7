import { Schema } from "effect"
import { eligibilityFields } from "../eligibility/Eligibility.ts"
import { Instant } from "../shared/Instant.ts"
import { Offer, OfferCategory } from "./Offer.ts"
import { OfferRestriction } from "./offerRestrictions.ts"

/** An offer as members see it in a list (MEM-063 to MEM-066). `retailValue` and a fixed discount are in dollars. */
export const OfferRecord = Schema.Struct({
  offerId: Offer.fields.xid,
  name: Offer.fields.name,
  shortDescription: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  pointsRequired: Offer.fields.pointsRequired,
  retailValue: Schema.optionalKey(Schema.Finite),
  discountAmount: Schema.optionalKey(Schema.Finite),
  discountType: Schema.optionalKey(Schema.NonEmptyString),
  redemptionType: Offer.fields.redemptionType,
  category: Schema.optionalKey(OfferCategory.annotate({ identifier: "OfferCategory" })),
  heroImageUrl: Schema.optionalKey(Schema.String),
  cardImageUrl: Schema.optionalKey(Schema.String),
  howToRedeem: Schema.optionalKey(Schema.String),
  termsAndConditions: Schema.optionalKey(Schema.String),
  ...eligibilityFields,
  restrictions: Schema.Array(OfferRestriction).annotateKey({
    description: "What the offer asks of the stay and the question did not show to be met"
  }),
  requiresStay: Offer.fields.requiresStay,
  disableBeforeCheckInHours: Schema.optionalKey(Schema.Int),
  validUntil: Schema.optionalKey(Instant),
  isCustomOffer: Schema.Boolean,
  isGlobal: Schema.Boolean.annotateKey({ description: "At every property of its organization" }),
  propertyDocumentId: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Offer" })
export interface OfferRecord extends Schema.Schema.Type<typeof OfferRecord> {}

/** One offer with its rules, which lists leave out (MEM-061). */
export const OfferDetail = Schema.Struct({ ...OfferRecord.fields, rules: Schema.optionalKey(Schema.String) }).annotate({
  identifier: "OfferDetail"
})
export interface OfferDetail extends Schema.Schema.Type<typeof OfferDetail> {}
