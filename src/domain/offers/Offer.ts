import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { CalendarDate, RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `xid`. */
export const OfferId = RowId.pipe(Schema.brand("OfferId"))
export type OfferId = typeof OfferId.Type

/** An offer's external id, the same on every surface. */
export const OfferXid = Schema.NonEmptyString.pipe(Schema.brand("OfferXid"))
export type OfferXid = typeof OfferXid.Type

/** A category of offers; members see its number (GEN-004). */
export const OfferCategory = Schema.Struct({
  id: RowId.annotateKey({ description: "Number of the category, as the filter takes it" }),
  name: Schema.NonEmptyString.annotateKey({ description: "Name of the category" })
})
export type OfferCategory = typeof OfferCategory.Type

/** First and last check-in day that an offer covers; null for an open end. */
export const CheckInWindow = Schema.Struct({ from: Schema.NullOr(CalendarDate), to: Schema.NullOr(CalendarDate) })
export type CheckInWindow = typeof CheckInWindow.Type

/**
 * Something a member can buy with points (DOMAIN 5). Without `propertyId` it applies at every venue of its
 * organization. `redemptionType` is an open set; dollars have two decimals; a null `claimTtlHours` means 720.
 */
export const Offer = Schema.Struct({
  id: OfferId,
  xid: OfferXid,
  organizationId: OrganizationId,
  propertyId: Schema.NullOr(VenueId),
  categoryId: Schema.NullOr(RowId),
  name: Schema.NonEmptyString,
  shortDescription: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  pointsRequired: Schema.Int,
  retailValue: Schema.NullOr(Schema.Finite),
  discountAmount: Schema.NullOr(Schema.Finite),
  discountType: Schema.NullOr(Schema.NonEmptyString),
  redemptionType: Schema.NonEmptyString,
  approvalRequired: Schema.Boolean,
  requiresStay: Schema.Boolean,
  checkInWindow: Schema.NullOr(CheckInWindow),
  disableBeforeCheckInHours: Schema.NullOr(Schema.Int),
  minTierLevel: Schema.Int,
  heroImageUrl: Schema.NullOr(Schema.String),
  cardImageUrl: Schema.NullOr(Schema.String),
  howToRedeem: Schema.NullOr(Schema.String),
  termsAndConditions: Schema.NullOr(Schema.String),
  rules: Schema.NullOr(Schema.String),
  validUntil: Schema.NullOr(Schema.DateTimeUtc),
  claimTtlHours: Schema.NullOr(Schema.Int),
  refundOnExpiry: Schema.Boolean,
  isCustom: Schema.Boolean,
  status: Schema.Literals(["draft", "published", "archived"]),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type Offer = typeof Offer.Type
