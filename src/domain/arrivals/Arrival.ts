import { Schema } from "effect"
import { ReservationStatus } from "../reservations/Reservation.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { Acknowledger, ArrivalStatus, BenefitDue } from "./ArrivalTask.ts"

/**
 * An arrival task as the desk sees it: the stored snapshot of the benefits due, joined with its venue, member and stay
 * as they are now (PAR-037). Ids are external. Tier fields are null for a member outside the organization's programs.
 */
export const Arrival = Schema.Struct({
  taskId: Schema.NonEmptyString,
  status: ArrivalStatus,
  propertyId: Schema.NonEmptyString.annotate({ description: "Document id of the venue" }),
  propertyName: Schema.String,
  member: Schema.Struct({
    externalId: Schema.NonEmptyString,
    firstName: Schema.String,
    lastName: Schema.String,
    tierName: Schema.NullOr(Schema.String),
    tierLevel: Schema.NullOr(Schema.Int)
  }),
  reservation: Schema.Struct({
    reservationId: Schema.NonEmptyString,
    confirmationCode: Schema.NullOr(Schema.String),
    checkInDate: CalendarDate,
    checkOutDate: Schema.NullOr(CalendarDate),
    status: ReservationStatus
  }),
  benefits: Schema.Array(BenefitDue),
  specialNotes: Schema.NullOr(Schema.String),
  acknowledgedAt: Schema.NullOr(Schema.DateTimeUtc),
  acknowledgedBy: Schema.NullOr(Acknowledger),
  changedSinceAck: Schema.Boolean,
  refreshedAt: Schema.DateTimeUtc,
  createdAt: Schema.DateTimeUtc
}).annotate({ identifier: "ArrivalTask" })
export interface Arrival extends Schema.Schema.Type<typeof Arrival> {}
