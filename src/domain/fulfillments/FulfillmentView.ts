import { Schema } from "effect"
import { OfferXid } from "../offers/Offer.ts"
import { OfferCode } from "../offers/OfferCode.ts"
import { ReservationXid } from "../reservations/Reservation.ts"
import { Instant } from "../shared/Instant.ts"
import { Asset } from "../wallet/Wallet.ts"
import { Fulfillment, FulfillmentId } from "./Fulfillment.ts"
import { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** Points charged of one asset. */
export const ChargedPoints = Schema.Struct({
  assetType: Asset.annotateKey({
    description: "`VALID` points expire and count towards tiers, `CREDIT` points are promotional"
  }),
  points: Schema.Int.annotateKey({ description: "Points charged of this asset" })
}).annotate({
  identifier: "FulfillmentCharge"
})
export type ChargedPoints = typeof ChargedPoints.Type

/**
 * A claim as read at one moment: `status` is `expired` as soon as the claim is due, even before its row says so, and
 * `isUnsettled` is true until it does (DOMAIN 5.1). Codes are sealed.
 */
export const FulfillmentView = Schema.Struct({
  id: FulfillmentId,
  offerId: OfferXid,
  offerName: Schema.String,
  status: FulfillmentStatus,
  isUnsettled: Schema.Boolean,
  redemptionType: Schema.String,
  pointsCharged: Schema.Int,
  charges: Schema.Array(ChargedPoints),
  verificationCodeEnc: Fulfillment.fields.verificationCodeEnc,
  externalCode: Schema.NullOr(Schema.Struct({ xid: OfferCode.fields.xid, valueEnc: OfferCode.fields.valueEnc })),
  codeValid: Schema.Boolean,
  propertyId: Schema.NullOr(Schema.String),
  reservationId: Schema.NullOr(ReservationXid),
  checkInDate: Schema.NullOr(Schema.String),
  note: Fulfillment.fields.note,
  modification: Fulfillment.fields.modification,
  rejectReason: Fulfillment.fields.rejectReason,
  claimedAt: Instant,
  approvedAt: Schema.NullOr(Instant),
  fulfilledAt: Schema.NullOr(Instant),
  rejectedAt: Schema.NullOr(Instant),
  cancelledAt: Schema.NullOr(Instant),
  expiredAt: Schema.NullOr(Instant),
  expiresAt: Instant
})
export type FulfillmentView = typeof FulfillmentView.Type
