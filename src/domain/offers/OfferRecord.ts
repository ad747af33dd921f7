import { Schema } from "effect"
import { eligibilityFields } from "../eligibility/Eligibility.ts"
import { Instant } from "../shared/Instant.ts"
import { Offer, OfferCategory } from "./Offer.ts"
import { OfferRestriction } from "./offerRestrictions.ts"

/** An offer as members see it in a list (MEM-063 to MEM-066). `retailValue` and a fixed discount are in dollars. */
export const OfferRecord = Schema.Struct({
  offerId: Offer.fields.xid.annotateKey({ description: "External id of the offer" }),
  name: Offer.fields.name.annotateKey({ description: "Name of the offer" }),
  shortDescription: Schema.optionalKey(Schema.String).annotateKey({ description: "One line for lists" }),
  description: Schema.optionalKey(Schema.String).annotateKey({ description: "What the offer is, at length" }),
  pointsRequired: Offer.fields.pointsRequired.annotateKey({ description: "Price in points" }),
  retailValue: Schema.optionalKey(Schema.Finite).annotateKey({
    description: "Regular price, in US dollars"
  }),
  discountAmount: Schema.optionalKey(Schema.Finite).annotateKey({
    description: "Discount: US dollars, or percent if `discountType` is `percentage`"
  }),
  discountType: Schema.optionalKey(Schema.NonEmptyString).annotateKey({
    description: "How to interpret `discountAmount`"
  }),
  redemptionType: Offer.fields.redemptionType.annotateKey({
    description: "How it is redeemed; an open set: treat unknown values as handled by the property"
  }),
  category: Schema.optionalKey(OfferCategory.annotate({ identifier: "OfferCategory" })).annotateKey({
    description: "Category of the offer"
  }),
  heroImageUrl: Schema.optionalKey(Schema.String).annotateKey({ description: "Address of a wide image" }),
  cardImageUrl: Schema.optionalKey(Schema.String).annotateKey({ description: "Address of a small image" }),
  howToRedeem: Schema.optionalKey(Schema.String).annotateKey({ description: "Instructions for the member" }),
  termsAndConditions: Schema.optionalKey(Schema.String).annotateKey({ description: "Terms and conditions" }),
  ...eligibilityFields,
  restrictions: Schema.Array(OfferRestriction).annotateKey({
    description: "The offer's conditions on the stay that the request does not show to be met"
  }),
  requiresStay: Offer.fields.requiresStay.annotateKey({ description: "Whether it can only be claimed for a stay" }),
  disableBeforeCheckInHours: Schema.optionalKey(Schema.Int).annotateKey({
    description: "Hours before check-in from which it can no longer be claimed"
  }),
  validUntil: Schema.optionalKey(Instant).annotateKey({ description: "When the offer ends" }),
  isCustomOffer: Schema.Boolean.annotateKey({ description: "Whether the property created it itself" }),
  isGlobal: Schema.Boolean.annotateKey({ description: "Whether it applies at every property of its organization" }),
  propertyDocumentId: Schema.optionalKey(Schema.String).annotateKey({
    description: "Document id of the property; absent for a global offer"
  })
}).annotate({ identifier: "Offer" })
export interface OfferRecord extends Schema.Schema.Type<typeof OfferRecord> {}

/** One offer with its rules, which lists omit (MEM-061). */
export const OfferDetail = Schema.Struct({
  ...OfferRecord.fields,
  rules: Schema.optionalKey(Schema.String).annotateKey({ description: "Rules of the offer, as text" })
}).annotate({
  identifier: "OfferDetail"
})
export interface OfferDetail extends Schema.Schema.Type<typeof OfferDetail> {}
