import { Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { OfferId } from "../offers/Offer.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { ReservationId } from "../reservations/Reservation.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** A claim's id: a UUID v7, the same internally and on every surface. */
export const FulfillmentId = Schema.String.pipe(Schema.brand("FulfillmentId"))
export type FulfillmentId = typeof FulfillmentId.Type

/** The desk's counter-proposal; `note` gives the reason (F4). */
export const Modification = Schema.Struct({
  checkInDate: Schema.optionalKey(CalendarDate).annotateKey({ description: "Alternative arrival date, `YYYY-MM-DD`" }),
  substitution: Schema.optionalKey(Schema.NonEmptyString).annotateKey({ description: "What is offered instead" }),
  note: Schema.NonEmptyString.annotateKey({ description: "Why the change is proposed" })
}).annotate({ identifier: "FulfillmentModification" })
export interface Modification extends Schema.Schema.Type<typeof Modification> {}

/**
 * A claimed offer (DOMAIN 5). `redemptionType` is the offer's at the time of the claim. A verification code is stored
 * as a keyed hash and a sealed copy. `codeValid`: its codes are valid now; `codesShownAt`: when the member could first
 * see them. Every change increments `version`.
 */
export const Fulfillment = Schema.Struct({
  id: FulfillmentId,
  organizationId: OrganizationId,
  propertyId: Schema.NullOr(VenueId),
  memberId: MemberId,
  offerId: OfferId,
  reservationId: Schema.NullOr(ReservationId),
  status: FulfillmentStatus,
  redemptionType: Schema.NonEmptyString,
  pointsCharged: Schema.Int,
  checkInDate: Schema.NullOr(CalendarDate),
  note: Schema.NullOr(Schema.String),
  verificationCodeHash: Schema.NullOr(Schema.String),
  verificationCodeEnc: Schema.NullOr(Schema.String),
  codeValid: Schema.Boolean,
  codesShownAt: Schema.NullOr(Schema.DateTimeUtc),
  modification: Schema.NullOr(Modification),
  rejectReason: Schema.NullOr(Schema.String),
  claimedAt: Schema.DateTimeUtc,
  approvedAt: Schema.NullOr(Schema.DateTimeUtc),
  fulfilledAt: Schema.NullOr(Schema.DateTimeUtc),
  rejectedAt: Schema.NullOr(Schema.DateTimeUtc),
  cancelledAt: Schema.NullOr(Schema.DateTimeUtc),
  expiredAt: Schema.NullOr(Schema.DateTimeUtc),
  remindedAt: Schema.NullOr(Schema.DateTimeUtc),
  expiresAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  version: Schema.Int
})
export type Fulfillment = typeof Fulfillment.Type
