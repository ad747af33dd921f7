import { DateTime, Schema, SchemaTransformation } from "effect"
import { MemberId } from "../members/Member.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { ProgramId } from "../programs/Program.ts"
import { VenueId } from "../properties/Property.ts"
import { PlainText } from "../shared/PlainText.ts"
import { CalendarDate, RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `externalId`. */
export const ReservationId = RowId.pipe(Schema.brand("ReservationId"))
export type ReservationId = typeof ReservationId.Type

/** An organization's id of a stay: the same on every surface, unique within the organization only. */
export const ReservationXid = Schema.NonEmptyString.pipe(Schema.brand("ReservationXid"))
export type ReservationXid = typeof ReservationXid.Type

/** The external id of a stay in a request, in any format of a hotel's system (DOMAIN 6). */
export const RequestedReservationXid = PlainText(180).pipe(Schema.brand("ReservationXid"))

/** The most characters of a confirmation code. */
export const maxConfirmationCode = 100

/** The most characters of the last name by which a member finds a stay. */
export const maxGuestLastName = 200

export const ReservationStatus = Schema.Literals(["confirmed", "pending", "cancelled", "inquiry", "other"])

/**
 * A stay as reported by the PMS. `externalId` is a UUID v7, a ULID or the PMS's own id: opaque, unique in the
 * organization. `spendMinor` is in minor units of `currency`; both are null until known.
 */
export const Reservation = Schema.Struct({
  id: ReservationId,
  organizationId: OrganizationId,
  propertyId: VenueId,
  memberId: Schema.NullOr(MemberId),
  externalId: ReservationXid,
  /** An internal UUID, for look-ups that accept nothing else; null unless it has one. */
  uuid: Schema.NullOr(Schema.String.check(Schema.isGUID())),
  status: ReservationStatus,
  pmsStatus: Schema.NullOr(Schema.String),
  confirmationCode: Schema.NullOr(Schema.String),
  checkIn: Schema.NullOr(CalendarDate),
  checkOut: Schema.NullOr(CalendarDate),
  guestCount: Schema.Int,
  bookingChannel: Schema.NullOr(Schema.String),
  /** The guest named by the PMS; a member must match it to link the stay (MEM-113). */
  guestLastName: Schema.NullOr(Schema.String),
  guestEmail: Schema.NullOr(Schema.String),
  spendMinor: Schema.NullOr(Schema.Int),
  currency: Schema.NullOr(Schema.String),
  /** This and the next two are stored once, when the stay is finalised (MEM-047). */
  basePoints: Schema.NullOr(Schema.Int),
  multiplier: Schema.NullOr(Schema.BigDecimal),
  totalPoints: Schema.NullOr(Schema.Int),
  finalizedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** The program whose rules gave these points; null before, and for stays finalised before it was recorded. */
  programId: Schema.NullOr(ProgramId),
  /** Finalised without points, because member or spend were still unknown 180 days after check-out; the zero is final. */
  givenUp: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type Reservation = typeof Reservation.Type

const LegacyDocumentId = Schema.String.check(Schema.isPattern(/^[a-z0-9]{24}$/u))

/** A booking reference in a request: ASCII letters in any case, converted to lower case (PUB-011, A-54). */
export const RequestedLegacyDocumentId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9]{24}$/u, { expected: "24 letters a-z or digits" })
).pipe(Schema.decodeTo(LegacyDocumentId, SchemaTransformation.toLowerCase()))

/** When legacy ids were deprecated: stays created from then on have none (PUB-017). */
export const legacyIdsDeprecatedAt = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

/** A booking reference of the former CMS, stored in lower case; none are created (PUB-017). */
export const LegacyReservation = Schema.Struct({
  documentId: LegacyDocumentId,
  reservationId: ReservationId
})
export type LegacyReservation = typeof LegacyReservation.Type

/** The stored fields that a hotel's system reports. */
export type ReportedStay = Pick<
  Reservation,
  | "externalId"
  | "propertyId"
  | "memberId"
  | "status"
  | "pmsStatus"
  | "confirmationCode"
  | "checkIn"
  | "checkOut"
  | "guestCount"
  | "bookingChannel"
  | "guestLastName"
  | "guestEmail"
  | "spendMinor"
  | "currency"
>
