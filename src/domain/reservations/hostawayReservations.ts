import { BigDecimal, Result, Schema } from "effect"
import { ndjson, valueOf } from "../imports/ndjson.ts"
import { minorDigits } from "../shared/minorDigits.ts"
import type { ImportVenue } from "./mewsReservations.ts"
import { ReservationLine } from "./ReservationLine.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

/** The fields read from a reservation object of the Hostaway Public API. */
const HostawayReservation = Schema.Struct({
  id: Schema.Int,
  status: Schema.String,
  arrivalDate: Schema.String,
  departureDate: Schema.String,
  isDatesUnspecified: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  numberOfGuests: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  channelName: text,
  confirmationCode: text,
  guestLastName: text,
  guestEmail: text,
  totalPrice: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  currency: text
})

const statuses: ReadonlyMap<string, ReservationLine["status"]> = new Map([
  ["new", "confirmed"],
  ["modified", "confirmed"],
  ["confirmed", "confirmed"],
  ["pending", "pending"],
  ["awaitingPayment", "pending"],
  ["inquiry", "inquiry"],
  ["inquiryPreapproved", "inquiry"],
  ["inquiryDenied", "cancelled"],
  ["inquiryTimedout", "cancelled"],
  ["inquiryNotPossible", "cancelled"],
  ["cancelled", "cancelled"],
  ["declined", "cancelled"],
  ["expired", "cancelled"]
])

/** Capitals, if the text is a code; anything else is left for `ReservationLine` to refuse. */
const codeOf = (currency: string) => (/^[A-Za-z]{3}$/u.test(currency) ? currency.toUpperCase() : currency)

/** Rounded half up as a decimal, as points are: as a binary float, 8.165 EUR would be 816 cents. */
const minorUnits = (price: number, currency: string): number => {
  const minor = BigDecimal.multiply(BigDecimal.fromNumberUnsafe(price), BigDecimal.make(1n, -minorDigits(currency)))
  return BigDecimal.toNumberUnsafe(BigDecimal.round(minor, { scale: 0, mode: "half-from-zero" }))
}

const spendOf = (price: number | null | undefined, currency: string | null | undefined) => {
  if (typeof price !== "number" || typeof currency !== "string") return {}
  const code = codeOf(currency)
  return { spendMinor: minorUnits(price, code), currency: code }
}

const trimmed = (value: string | null | undefined) => (value ?? "").trim() || null

const read = ndjson(HostawayReservation, "ignored")
const readLine = valueOf(ReservationLine)

/** Reads a Hostaway reservation object, one per line. Dates marked as unspecified are dropped. */
export const hostawayReservations =
  ({ propertyId }: Pick<ImportVenue, "propertyId">) =>
  (line: string): Result.Result<ReservationLine, string> =>
    Result.flatMap(read(line), (reservation) => {
      const isDated = reservation.isDatesUnspecified !== 1
      const guestCount = reservation.numberOfGuests ?? 0
      return readLine({
        reservationId: String(reservation.id),
        propertyId,
        status: statuses.get(reservation.status) ?? "other",
        pmsStatus: trimmed(reservation.status),
        confirmationCode: trimmed(reservation.confirmationCode),
        checkIn: isDated ? reservation.arrivalDate : null,
        checkOut: isDated ? reservation.departureDate : null,
        ...(guestCount > 0 ? { guestCount } : {}),
        bookingChannel: trimmed(reservation.channelName),
        guestLastName: trimmed(reservation.guestLastName),
        guestEmail: trimmed(reservation.guestEmail),
        ...spendOf(reservation.totalPrice, reservation.currency)
      })
    })
