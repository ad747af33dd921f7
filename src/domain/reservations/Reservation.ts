import { Schema } from "effect"
import { CalendarDate, RowId } from "../shared/Scalars.ts"

export const ReservationStatus = Schema.Literals(["confirmed", "pending", "cancelled", "inquiry", "other"])

/** A stay as the PMS tells it. `externalId` is a UUID v7, a ULID or the PMS's own id: opaque, unique in the organization. */
export const Reservation = Schema.Struct({
  id: RowId,
  organizationId: RowId,
  propertyId: RowId,
  memberId: Schema.NullOr(RowId),
  externalId: Schema.NonEmptyString,
  status: ReservationStatus,
  pmsStatus: Schema.NullOr(Schema.String),
  confirmationCode: Schema.NullOr(Schema.String),
  checkIn: Schema.NullOr(CalendarDate),
  checkOut: Schema.NullOr(CalendarDate),
  guestCount: Schema.Int,
  bookingChannel: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type Reservation = typeof Reservation.Type

/** A booking reference of the former CMS, stored in lower case; no new ones are made (PUB-017). */
export const LegacyReservation = Schema.Struct({
  documentId: Schema.String.check(Schema.isPattern(/^[a-z0-9]{24}$/)),
  reservationId: RowId
})
export type LegacyReservation = typeof LegacyReservation.Type
