import { Schema } from "effect"
import { OfferXid } from "../offers/Offer.ts"
import { ReservationXid } from "../reservations/Reservation.ts"
import { Instant } from "../shared/Instant.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { Fulfillment, FulfillmentId } from "./Fulfillment.ts"
import { FulfillmentEvent } from "./FulfillmentRecord.ts"
import { FulfillmentStatus } from "./FulfillmentStatus.ts"
import { ChargedPoints } from "./FulfillmentView.ts"
import { RedemptionRecord } from "./RedemptionRecord.ts"

const nullableInstant = (description: string) => Schema.NullOr(Instant).annotateKey({ description })

/**
 * A claim as its venue's desk sees it now, joined with its offer, member and stay (PAR-024). `status` is `expired` as
 * soon as the claim is due. The member's codes are not included. `reservation` is also null when the stay is at a venue
 * out of reach; `tierName` is null for members outside the organization's programs.
 */
export const DeskFulfillment = Schema.Struct({
  id: FulfillmentId.annotate({ format: "uuid" }).annotateKey({ description: "Id of the claim" }),
  status: FulfillmentStatus.annotateKey({
    description: "State of the claim; `fulfilled`, `rejected`, `cancelled` and `expired` are final"
  }),
  offer: Schema.Struct({
    id: OfferXid.annotateKey({ description: "External id of the offer" }),
    name: Schema.String.annotateKey({ description: "Name of the offer" }),
    redemptionType: Schema.String.annotateKey({ description: "How the claim is redeemed; an open set" })
  }).annotateKey({ description: "What was claimed" }),
  member: Schema.Struct({
    externalId: Schema.String.annotateKey({ description: "External id of the member" }),
    firstName: Schema.String.annotateKey({ description: "First name" }),
    lastName: Schema.String.annotateKey({ description: "Last name" }),
    tierName: Schema.NullOr(Schema.String).annotateKey({
      description: "Name of the member's tier; null outside the organization's programs"
    })
  }).annotateKey({ description: "Who claimed it" }),
  propertyId: Schema.String.annotateKey({ description: "Document id of the venue" }),
  propertyName: Schema.String.annotateKey({ description: "Name of the venue" }),
  reservation: Schema.NullOr(
    Schema.Struct({
      reservationId: ReservationXid.annotateKey({ description: "External id of the stay" }),
      confirmationCode: Schema.NullOr(Schema.String).annotateKey({
        description: "The hotel's code for the booking; null without one"
      }),
      checkInDate: Schema.NullOr(CalendarDate).annotateKey({
        description: "Arrival date; null when not known"
      }),
      checkOutDate: Schema.NullOr(CalendarDate).annotateKey({
        description: "Departure date; null when not known"
      })
    })
  ).annotateKey({ description: "The stay it is for; null if there is none within reach" }),
  pointsCharged: Schema.Int.annotateKey({ description: "Price in points, frozen when claimed" }),
  charges: Schema.Array(ChargedPoints).annotateKey({ description: "Points charged, by asset" }),
  claimedAt: Instant.annotateKey({ description: "When it was claimed" }),
  approvedAt: nullableInstant("When it was last approved; null if never"),
  fulfilledAt: nullableInstant("When it was used; null if it has not been"),
  rejectedAt: nullableInstant("When it was rejected; null if it has not been"),
  cancelledAt: nullableInstant("When it was cancelled; null if it has not been"),
  expiresAt: Instant.annotateKey({ description: "When it expires if not used before" }),
  verificationRequired: Schema.Boolean.annotateKey({
    description: "Whether the member must present a code for it to be fulfilled"
  }),
  note: Fulfillment.fields.note.annotateKey({ description: "The member's request to the property; null if none" }),
  modification: Fulfillment.fields.modification.annotateKey({
    description: "The desk's latest proposed change; null if none"
  }),
  rejectionReason: Schema.NullOr(Schema.String).annotateKey({
    description: "Why it was rejected; null if it has not been"
  }),
  version: Schema.Int.annotateKey({ description: "Incremented by every change of the claim" })
}).annotate({ identifier: "Fulfillment" })
export interface DeskFulfillment extends Schema.Schema.Type<typeof DeskFulfillment> {}

/** A step in a claim's history as desks see it: no field is optional. */
const DeskEvent = Schema.Struct({
  ...FulfillmentEvent.fields,
  fromStatus: Schema.NullOr(FulfillmentStatus).annotateKey({
    description: "State before it; null for the claim itself"
  })
}).annotate({ identifier: "FulfillmentEvent" })

/** A claim with its history, oldest first (REQUIREMENTS 7, route 5). */
export const DeskFulfillmentDetail = Schema.Struct({
  ...DeskFulfillment.fields,
  history: Schema.Array(DeskEvent).annotateKey({ description: "Every step of the claim, oldest first" })
}).annotate({ identifier: "FulfillmentDetail" })

const { action, actor, fromStatus, note, reason, toStatus } = RedemptionRecord.fields

/** A desk's action on a claim (PAR-026). */
export const Redemption = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid" }).annotateKey({ description: "Id of the record" }),
  action: action.annotateKey({ description: "What was done" }),
  fromStatus: fromStatus.annotateKey({ description: "State of the claim before it" }),
  toStatus: toStatus.annotateKey({ description: "State of the claim after it" }),
  actor: actor.annotateKey({ description: "Who did it" }),
  reason: reason.annotateKey({ description: "Why the claim was rejected; null otherwise" }),
  note: note.annotateKey({ description: "The desk's remark; null if none" }),
  createdAt: Schema.DateTimeUtc.annotateKey({ description: "When it was done" })
}).annotate({ identifier: "Redemption" })
export interface Redemption extends Schema.Schema.Type<typeof Redemption> {}

/** Drops the fields that only the store needs. */
export const toRedemption = (record: RedemptionRecord): Redemption => ({
  id: record.id,
  action: record.action,
  fromStatus: record.fromStatus,
  toStatus: record.toStatus,
  actor: record.actor,
  reason: record.reason,
  note: record.note,
  createdAt: record.createdAt
})
