import { Schema } from "effect"
import { AuditActor } from "../audit/AuditLog.ts"
import { OfferXid } from "../offers/Offer.ts"
import { Instant } from "../shared/Instant.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { FulfillmentId, Modification } from "./Fulfillment.ts"
import { FulfillmentStatus } from "./FulfillmentStatus.ts"
import { ChargedPoints } from "./FulfillmentView.ts"

/** A claimed offer as its member sees it (MEM-088). Codes are present while they are valid (MEM-089). */
export const FulfillmentRecord = Schema.Struct({
  fulfillmentId: FulfillmentId.annotate({ format: "uuid" }).annotateKey({ description: "Id of the claim" }),
  offerId: OfferXid.annotateKey({ description: "External id of the offer" }),
  offerName: Schema.NonEmptyString.annotateKey({ description: "Name of the offer when it was claimed" }),
  status: FulfillmentStatus.annotateKey({
    description: "State of the claim; `fulfilled`, `rejected`, `cancelled` and `expired` are final"
  }),
  redemptionType: Schema.NonEmptyString.annotateKey({
    description: "How it is redeemed; an open set: treat unknown values as handled by the property"
  }),
  pointsCharged: Schema.Int.annotateKey({ description: "Price in points, frozen when claimed" }),
  charges: Schema.Array(ChargedPoints).annotateKey({ description: "Points charged, by asset" }),
  /** Presented at the property's desk. */
  verificationCode: Schema.optionalKey(Schema.String).annotateKey({
    description: "Code to show at the property's desk, while it is valid"
  }),
  externalCode: Schema.optionalKey(Schema.String).annotateKey({ description: "A partner's code, while it is valid" }),
  /** Document id of the property. */
  propertyId: Schema.optionalKey(Schema.String).annotateKey({ description: "Document id of the property it is for" }),
  reservationId: Schema.optionalKey(Schema.String).annotateKey({ description: "External id of the stay it is for" }),
  checkInDate: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Arrival date, `YYYY-MM-DD`, in the property's time zone"
  }),
  note: Schema.optionalKey(Schema.String).annotateKey({ description: "The member's request to the property" }),
  claimedAt: Instant.annotateKey({ description: "When it was claimed" }),
  expiresAt: Instant.annotateKey({ description: "When it expires if not used before" })
}).annotate({ identifier: "Fulfillment" })
export interface FulfillmentRecord extends Schema.Schema.Type<typeof FulfillmentRecord> {}

/** A step in a claim's history; the first is the claim itself, without `fromStatus`. */
export const FulfillmentEvent = Schema.Struct({
  at: Instant.annotateKey({ description: "When the step was taken" }),
  actorKind: AuditActor.fields.kind.annotateKey({ description: "Who took it" }),
  action: Schema.NonEmptyString.annotateKey({ description: "What was done; an open set" }),
  fromStatus: Schema.optionalKey(FulfillmentStatus).annotateKey({
    description: "State before it; absent for the claim itself"
  }),
  toStatus: FulfillmentStatus.annotateKey({ description: "State after it" })
}).annotate({ identifier: "FulfillmentEvent" })
export type FulfillmentEvent = typeof FulfillmentEvent.Type

/** A claim with its `history`, oldest first (MEM-083, MEM-089). */
export const FulfillmentDetail = Schema.Struct({
  ...FulfillmentRecord.fields,
  approvedAt: Schema.optionalKey(Instant).annotateKey({ description: "When the property approved it" }),
  fulfilledAt: Schema.optionalKey(Instant).annotateKey({ description: "When it was used" }),
  rejectedAt: Schema.optionalKey(Instant).annotateKey({
    description: "When the property rejected it and the points were refunded"
  }),
  rejectionReason: Schema.optionalKey(Schema.String).annotateKey({ description: "Why the property rejected it" }),
  cancelledAt: Schema.optionalKey(Instant).annotateKey({
    description: "When it was cancelled and the points were refunded"
  }),
  expiredAt: Schema.optionalKey(Instant).annotateKey({ description: "When it expired; the points stay charged" }),
  /** The property's counter-proposal, with its reason. */
  modification: Schema.optionalKey(Modification).annotateKey({ description: "The property's counter-proposal" }),
  history: Schema.Array(FulfillmentEvent).annotateKey({ description: "Every step of the claim, oldest first" })
}).annotate({ identifier: "FulfillmentDetail" })
export interface FulfillmentDetail extends Schema.Schema.Type<typeof FulfillmentDetail> {}
