import { Schema } from "effect"
import { BenefitXid } from "../benefits/Benefit.ts"
import { MemberId } from "../members/Member.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { ReservationId } from "../reservations/Reservation.ts"
import { CalendarDate, RowId } from "../shared/Scalars.ts"

export const ArrivalStatus = Schema.Literals(["open", "acknowledged", "completed", "withdrawn"])
export type ArrivalStatus = typeof ArrivalStatus.Type

/** A benefit due on arrival (PAR-037). */
export const BenefitDue = Schema.Struct({
  benefitId: BenefitXid.annotateKey({ description: "External id of the benefit" }),
  name: Schema.NonEmptyString.annotateKey({ description: "Name of the benefit" }),
  kind: Schema.NonEmptyString.annotateKey({ description: "Kind of benefit; an open set" }),
  quantity: Schema.Int.annotateKey({ description: "How many times it is due during the stay" }),
  howToRedeem: Schema.NullOr(Schema.String).annotateKey({ description: "Instructions for the desk; null if none" }),
  redemptionType: Schema.NonEmptyString.annotateKey({
    description: "How it is redeemed; an open set: treat unknown values as handled by the property"
  }),
  overriddenName: Schema.optionalKey(Schema.String).annotateKey({ description: "The venue's own name for it" })
}).annotate({ identifier: "BenefitDue" })

/** Who acknowledged a task: a key by its external id or an operator by their subject, with an optional note. */
export const Acknowledger = Schema.Struct({
  kind: Schema.Literals(["key", "operator"]).annotateKey({
    description: "Whether a partner key or an operator acknowledged"
  }),
  id: Schema.NonEmptyString.annotateKey({ description: "External id of the key, or the subject of the operator" }),
  name: Schema.NonEmptyString.annotateKey({ description: "Name of the key or the operator" }),
  note: Schema.optionalKey(Schema.String).annotateKey({ description: "Note of the first acknowledgement" })
}).annotate({ identifier: "Acknowledger" })

/**
 * The stored task of a desk for an arriving stay. `benefits` and `tierLevel` (null without a tier) are a snapshot taken
 * at `refreshedAt`.
 */
export const ArrivalTask = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  propertyId: VenueId,
  reservationId: ReservationId,
  memberId: MemberId,
  checkIn: CalendarDate,
  tierLevel: Schema.NullOr(Schema.Int),
  benefits: Schema.Array(BenefitDue),
  specialNotes: Schema.NullOr(Schema.String),
  status: ArrivalStatus,
  acknowledgedAt: Schema.NullOr(Schema.DateTimeUtc),
  acknowledgedBy: Schema.NullOr(Acknowledger),
  changedSinceAck: Schema.Boolean,
  refreshedAt: Schema.DateTimeUtc,
  createdAt: Schema.DateTimeUtc
})
export type ArrivalTask = typeof ArrivalTask.Type
