import { Schema, SchemaTransformation } from "effect"
import { MemberId } from "../members/Member.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { CalendarDate, RowId } from "../shared/Scalars.ts"

/** A stay's internal number; outside it is known by its `externalId`. */
export const ReservationId = RowId.pipe(Schema.brand("ReservationId"))
export type ReservationId = typeof ReservationId.Type

/** What an organization calls a stay: its id on every surface, unique in the organization alone. */
export const ReservationXid = Schema.NonEmptyString.pipe(Schema.brand("ReservationXid"))
export type ReservationXid = typeof ReservationXid.Type

export const ReservationStatus = Schema.Literals(["confirmed", "pending", "cancelled", "inquiry", "other"])

/**
 * A stay as the PMS tells it. `externalId` is a UUID v7, a ULID or the PMS's own id: opaque, unique in the organization.
 * `spendMinor` counts the smallest unit of `currency`; both are null until known.
 */
export const Reservation = Schema.Struct({
  id: ReservationId,
  organizationId: OrganizationId,
  propertyId: VenueId,
  memberId: Schema.NullOr(MemberId),
  externalId: ReservationXid,
  status: ReservationStatus,
  pmsStatus: Schema.NullOr(Schema.String),
  confirmationCode: Schema.NullOr(Schema.String),
  checkIn: Schema.NullOr(CalendarDate),
  checkOut: Schema.NullOr(CalendarDate),
  guestCount: Schema.Int,
  bookingChannel: Schema.NullOr(Schema.String),
  /** Whom it was booked for, as far as the PMS says: what a member must know to link it (MEM-113). */
  guestLastName: Schema.NullOr(Schema.String),
  guestEmail: Schema.NullOr(Schema.String),
  spendMinor: Schema.NullOr(Schema.Int),
  currency: Schema.NullOr(Schema.String),
  /** The three figures are stored once, when the stay is finalised (MEM-047). */
  basePoints: Schema.NullOr(Schema.Int),
  multiplier: Schema.NullOr(Schema.BigDecimal),
  totalPoints: Schema.NullOr(Schema.Int),
  finalizedAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type Reservation = typeof Reservation.Type

const LegacyDocumentId = Schema.String.check(Schema.isPattern(/^[a-z0-9]{24}$/u))

/** A booking reference as callers write it: ASCII letters of any case, lower case from here on (PUB-011, A-54). */
export const WrittenLegacyDocumentId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9]{24}$/u, { expected: "24 letters a-z or digits" })
).pipe(Schema.decodeTo(LegacyDocumentId, SchemaTransformation.toLowerCase()))

/** A booking reference of the former CMS, stored in lower case; no new ones are made (PUB-017). */
export const LegacyReservation = Schema.Struct({
  documentId: LegacyDocumentId,
  reservationId: ReservationId
})
export type LegacyReservation = typeof LegacyReservation.Type
