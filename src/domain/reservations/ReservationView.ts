import { Schema } from "effect"
import { CalendarDate } from "../shared/Scalars.ts"
import { Instant } from "../shared/Instant.ts"
import { Reservation } from "./Reservation.ts"
import { PointsStatus } from "./ReservationSummary.ts"

const StayingMember = Schema.Struct({
  externalId: Schema.NonEmptyString.annotateKey({ description: "External id of the member" }),
  firstName: Schema.String.annotateKey({ description: "First name" }),
  lastName: Schema.String.annotateKey({ description: "Last name" }),
  tierName: Schema.NullOr(Schema.String).annotateKey({
    description: "Name of the member's tier; null outside the organization's programs"
  })
})

/**
 * A stay as the organization sees it (PAR-058): current venue and member, external ids, and the same points as the
 * member sees (MEM-047). A member with a closed account is included, without a tier.
 */
export const ReservationView = Schema.Struct({
  reservationId: Reservation.fields.externalId.annotateKey({
    description: "External id of the stay: a UUID, a ULID or an id of the hotel's own system; opaque"
  }),
  status: Reservation.fields.status.annotateKey({ description: "State of the booking" }),
  pmsStatus: Reservation.fields.pmsStatus.annotateKey({
    description: "State in the hotel's own system, verbatim; null when not reported"
  }),
  confirmationCode: Reservation.fields.confirmationCode.annotateKey({
    description: "The hotel's code for the booking; null without one"
  }),
  checkInDate: Schema.NullOr(CalendarDate).annotateKey({
    description: "Arrival date, `YYYY-MM-DD`, in the venue's time zone; null when not known"
  }),
  checkOutDate: Schema.NullOr(CalendarDate).annotateKey({
    description: "Departure date, `YYYY-MM-DD`, in the venue's time zone; null when not known"
  }),
  guestCount: Reservation.fields.guestCount.annotateKey({ description: "Number of guests" }),
  bookingChannel: Reservation.fields.bookingChannel.annotateKey({
    description: "Where it was booked, an open set; null when not known"
  }),
  property: Schema.Struct({
    id: Schema.NonEmptyString.annotateKey({ description: "Document id of the venue" }),
    name: Schema.String.annotateKey({ description: "Name of the venue" })
  }).annotateKey({ description: "The venue of the stay" }),
  member: Schema.NullOr(StayingMember).annotateKey({
    description: "The member whose stay it is; null for a guest who is not a member"
  }),
  pointsStatus: PointsStatus.annotateKey({ description: "Points that the stay earns" }),
  createdAt: Instant.annotateKey({ description: "When it was recorded" }),
  updatedAt: Instant.annotateKey({ description: "When it last changed" })
}).annotate({ identifier: "Reservation" })
export interface ReservationView extends Schema.Schema.Type<typeof ReservationView> {}
