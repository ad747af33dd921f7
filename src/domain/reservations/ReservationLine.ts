import { Schema } from "effect"
import { ImportText } from "../imports/ImportText.ts"
import { MemberXid } from "../members/Member.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { maxInt } from "../shared/maxInt.ts"
import { maxConfirmationCode, maxGuestLastName, ReservationStatus } from "./Reservation.ts"

const optional = <S extends Schema.Constraint>(value: S) => Schema.optionalKey(Schema.NullOr(value))

/** Systems write a date such as 0001-01-01 for none. */
const firstStayDate = "1900-01-01"

const StayDate = CalendarDate.check(
  Schema.makeFilter((date: string) => (date < firstStayDate ? `is before ${firstStayDate}` : undefined))
)

/**
 * A reservation in a file. Absent fields keep their value, null clears it. `spendMinor` is in minor units of
 * `currency`; they must be given together.
 */
export const ReservationLine = Schema.Struct({
  reservationId: ExternalId,
  propertyId: ExternalId,
  memberId: optional(MemberXid),
  status: ReservationStatus,
  pmsStatus: optional(ImportText(100)),
  confirmationCode: optional(ImportText(maxConfirmationCode)),
  checkIn: optional(StayDate),
  checkOut: optional(StayDate),
  guestCount: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
  bookingChannel: optional(ImportText(100)),
  guestLastName: optional(ImportText(maxGuestLastName)),
  guestEmail: optional(ImportText(320)),
  spendMinor: optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxInt }))),
  currency: optional(Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/u, { expected: "an ISO 4217 code" })))
}).check(
  Schema.makeFilter(({ currency, spendMinor }) =>
    ((currency ?? null) === null) === ((spendMinor ?? null) === null) &&
    (currency === undefined) === (spendMinor === undefined)
      ? undefined
      : { path: ["spendMinor"], issue: "must be given together with currency" }
  )
)
export type ReservationLine = typeof ReservationLine.Type

/** The fields of a line, which are also the columns of a CSV file, and which of them are numeric. */
export const reservationColumns = {
  names: Object.keys(ReservationLine.fields),
  numbers: ["guestCount", "spendMinor"]
}
