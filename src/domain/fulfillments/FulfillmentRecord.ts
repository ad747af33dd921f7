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
  fulfillmentId: FulfillmentId.annotate({ format: "uuid" }),
  offerId: OfferXid,
  offerName: Schema.NonEmptyString,
  status: FulfillmentStatus,
  redemptionType: Schema.NonEmptyString,
  pointsCharged: Schema.Int,
  charges: Schema.Array(ChargedPoints).annotateKey({ description: "What was charged, of each asset" }),
  /** To be shown at the property's desk. */
  verificationCode: Schema.optionalKey(Schema.String),
  externalCode: Schema.optionalKey(Schema.String),
  /** Document id of the property. */
  propertyId: Schema.optionalKey(Schema.String),
  reservationId: Schema.optionalKey(Schema.String),
  checkInDate: Schema.optionalKey(CalendarDate),
  note: Schema.optionalKey(Schema.String),
  claimedAt: Instant,
  expiresAt: Instant
}).annotate({ identifier: "Fulfillment" })
export interface FulfillmentRecord extends Schema.Schema.Type<typeof FulfillmentRecord> {}

/** A step in a claim's history; the first is the claim itself, without `fromStatus`. */
export const FulfillmentEvent = Schema.Struct({
  at: Instant,
  actorKind: AuditActor.fields.kind,
  action: Schema.NonEmptyString,
  fromStatus: Schema.optionalKey(FulfillmentStatus),
  toStatus: FulfillmentStatus
}).annotate({ identifier: "FulfillmentEvent" })
export type FulfillmentEvent = typeof FulfillmentEvent.Type

/** A claim with its `history`, oldest first (MEM-083, MEM-089). */
export const FulfillmentDetail = Schema.Struct({
  ...FulfillmentRecord.fields,
  approvedAt: Schema.optionalKey(Instant),
  fulfilledAt: Schema.optionalKey(Instant),
  rejectedAt: Schema.optionalKey(Instant),
  rejectionReason: Schema.optionalKey(Schema.String),
  cancelledAt: Schema.optionalKey(Instant),
  expiredAt: Schema.optionalKey(Instant),
  /** The property's counter-proposal, with its reason. */
  modification: Schema.optionalKey(Modification),
  history: Schema.Array(FulfillmentEvent)
}).annotate({ identifier: "FulfillmentDetail" })
export interface FulfillmentDetail extends Schema.Schema.Type<typeof FulfillmentDetail> {}
