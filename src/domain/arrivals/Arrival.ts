import { Schema } from "effect"
import { ReservationStatus } from "../reservations/Reservation.ts"
import { Instant } from "../shared/Instant.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { Acknowledger, ArrivalStatus, BenefitDue } from "./ArrivalTask.ts"

/**
 * An arrival task as the desk sees it: the stored snapshot of the benefits due, joined with the current venue, member
 * and stay (PAR-037). Ids are external. Tier fields are null for a member outside the organization's programs.
 */
export const Arrival = Schema.Struct({
  taskId: Schema.NonEmptyString.annotateKey({ description: "Id of the task" }),
  status: ArrivalStatus.annotateKey({
    description:
      "`open` until acknowledged; `withdrawn` when the stay is cancelled or no benefit is due before check-out; `completed` after check-out"
  }),
  propertyId: Schema.NonEmptyString.annotate({ description: "Document id of the venue" }),
  propertyName: Schema.String.annotateKey({ description: "Name of the venue" }),
  member: Schema.Struct({
    externalId: Schema.NonEmptyString.annotateKey({ description: "External id of the member" }),
    firstName: Schema.String.annotateKey({ description: "First name" }),
    lastName: Schema.String.annotateKey({ description: "Last name" }),
    tierName: Schema.NullOr(Schema.String).annotateKey({
      description: "Name of the member's tier; null outside the organization's programs"
    }),
    tierLevel: Schema.NullOr(Schema.Int).annotateKey({
      description: "Level of the tier, 1 being the lowest; null without a tier"
    })
  }).annotateKey({ description: "The arriving member" }),
  reservation: Schema.Struct({
    reservationId: Schema.NonEmptyString.annotateKey({ description: "External id of the stay" }),
    confirmationCode: Schema.NullOr(Schema.String).annotateKey({
      description: "The hotel's code for the booking; null without one"
    }),
    checkInDate: CalendarDate.annotateKey({
      description: "Arrival date, `YYYY-MM-DD`, in the property's time zone"
    }),
    checkOutDate: Schema.NullOr(CalendarDate).annotateKey({
      description: "Departure date, `YYYY-MM-DD`; null when not known"
    }),
    status: ReservationStatus.annotateKey({ description: "State of the booking" })
  }).annotateKey({ description: "The stay, in its current state" }),
  benefits: Schema.Array(BenefitDue).annotateKey({ description: "Benefits due on arrival, as of `refreshedAt`" }),
  specialNotes: Schema.NullOr(Schema.String).annotateKey({
    description: "Requests and notes for the desk; null if none"
  }),
  acknowledgedAt: Schema.NullOr(Instant).annotateKey({
    description: "When it was first acknowledged; null if it has not been"
  }),
  acknowledgedBy: Schema.NullOr(Acknowledger).annotateKey({
    description: "Who first acknowledged it; null if nobody has"
  }),
  changedSinceAck: Schema.Boolean.annotateKey({
    description: "Whether the benefits changed after the acknowledgement; acknowledging again clears it"
  }),
  refreshedAt: Instant.annotateKey({ description: "When the benefits were computed" }),
  createdAt: Instant.annotateKey({ description: "When the task was created" })
}).annotate({ identifier: "ArrivalTask" })
export interface Arrival extends Schema.Schema.Type<typeof Arrival> {}
