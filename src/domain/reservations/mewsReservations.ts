import { type DateTime, Result, Schema } from "effect"
import { ndjson, valueOf } from "../imports/ndjson.ts"
import { dateIn } from "../shared/calendar.ts"
import { ReservationLine } from "./ReservationLine.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

/** What is read of a reservation of the Mews Connector API, `reservations/getAll` of version 2023-06-06. */
const MewsReservation = Schema.Struct({
  Id: Schema.String,
  Number: text,
  State: Schema.String,
  ScheduledStartUtc: Schema.optionalKey(Schema.NullOr(Schema.DateTimeUtcFromString)),
  ScheduledEndUtc: Schema.optionalKey(Schema.NullOr(Schema.DateTimeUtcFromString)),
  StartUtc: Schema.DateTimeUtcFromString,
  EndUtc: Schema.DateTimeUtcFromString,
  Origin: text,
  PersonCounts: Schema.optionalKey(Schema.Array(Schema.Struct({ Count: Schema.Int })))
})

const states: ReadonlyMap<string, readonly [ReservationLine["status"], string]> = new Map([
  ["Enquired", ["inquiry", "enquired"]],
  ["Requested", ["pending", "requested"]],
  ["Optional", ["pending", "optional"]],
  ["Confirmed", ["confirmed", "confirmed"]],
  ["Started", ["other", "in_house"]],
  ["Processed", ["other", "checked_out"]],
  ["Canceled", ["cancelled", "canceled"]]
])

/** Where the reservations of a file were made: the system's own ids of properties are not ours. */
export interface ImportVenue {
  readonly propertyId: string
  readonly timezone: string
}

const read = ndjson(MewsReservation, "ignored")
const readLine = valueOf(ReservationLine)

/** Reads a reservation as Mews writes it, one to a line. Dates are those of the venue; guest and spend are not in it. */
export const mewsReservations =
  ({ propertyId, timezone }: ImportVenue) =>
  (line: string): Result.Result<ReservationLine, string> =>
    Result.flatMap(
      read(line),
      ({ EndUtc, Id, Number, Origin, PersonCounts = [], ScheduledEndUtc, ScheduledStartUtc, StartUtc, State }) => {
        const [status, pmsStatus] = states.get(State) ?? (["other", State] as const)
        const guestCount = PersonCounts.reduce((count, { Count }) => count + Count, 0)
        const day = (moment: DateTime.Utc) => dateIn(moment, timezone)
        return readLine({
          reservationId: Id,
          propertyId,
          status,
          pmsStatus,
          confirmationCode: Number ?? null,
          checkIn: day(ScheduledStartUtc ?? StartUtc),
          checkOut: day(ScheduledEndUtc ?? EndUtc),
          ...(guestCount > 0 ? { guestCount } : {}),
          bookingChannel: Origin ?? null
        })
      }
    )
