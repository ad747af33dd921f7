import { Schema } from "effect"
import { eligibilityFields } from "../eligibility/Eligibility.ts"
import { Instant } from "../shared/Instant.ts"
import { Known } from "../shared/Known.ts"
import { Offer, OfferCategory } from "./Offer.ts"
import { OfferRestriction } from "./offerRestrictions.ts"

/** An offer as a member sees it in a list (MEM-063 to MEM-066). `retailValue` and a fixed discount are dollars. */
export const OfferRecord = Schema.Struct({
  offerId: Offer.fields.xid,
  name: Offer.fields.name,
  shortDescription: Known(Schema.String),
  description: Known(Schema.String),
  pointsRequired: Offer.fields.pointsRequired,
  retailValue: Known(Schema.Finite),
  discountAmount: Known(Schema.Finite),
  discountType: Known(Schema.NonEmptyString),
  redemptionType: Offer.fields.redemptionType,
  category: Known(OfferCategory.annotate({ identifier: "OfferCategory" })),
  heroImageUrl: Known(Schema.String),
  cardImageUrl: Known(Schema.String),
  howToRedeem: Known(Schema.String),
  termsAndConditions: Known(Schema.String),
  ...eligibilityFields,
  restrictions: Schema.Array(OfferRestriction).annotateKey({
    description: "What the offer asks of the stay and the question did not show to be met"
  }),
  requiresStay: Offer.fields.requiresStay,
  disableBeforeCheckInHours: Known(Schema.Int),
  validUntil: Known(Instant),
  isCustomOffer: Schema.Boolean,
  isGlobal: Schema.Boolean.annotateKey({ description: "At every property of its organization" }),
  propertyDocumentId: Known(Schema.String)
}).annotate({ identifier: "Offer" })
export interface OfferRecord extends Schema.Schema.Type<typeof OfferRecord> {}

/** One offer with its rules, which lists leave out (MEM-061). */
export const OfferDetail = Schema.Struct({ ...OfferRecord.fields, rules: Known(Schema.String) }).annotate({
  identifier: "OfferDetail"
})
export interface OfferDetail extends Schema.Schema.Type<typeof OfferDetail> {}
