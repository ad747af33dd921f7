import { type DateTime, Result, Schema } from "effect"
import { ndjson, valueOf } from "../imports/ndjson.ts"
import { dateIn } from "../shared/calendar.ts"
import { inYears } from "../shared/inYears.ts"
import { IsoInstant } from "../shared/IsoInstant.ts"
import { ReservationLine } from "./ReservationLine.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

/** .NET systems write the year 0001 for no time; times beyond these years have no date in some time zone. */
const StayTime = IsoInstant.check(inYears(1900, 9999))

/** The fields read from a reservation of the Mews Connector API, `reservations/getAll` version 2023-06-06. */
const MewsReservation = Schema.Struct({
  Id: Schema.String,
  Number: text,
  State: Schema.String,
  ScheduledStartUtc: Schema.optionalKey(Schema.NullOr(StayTime)),
  ScheduledEndUtc: Schema.optionalKey(Schema.NullOr(StayTime)),
  StartUtc: StayTime,
  EndUtc: StayTime,
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

/** The venue of all reservations in a file: the system's own property ids are unknown here. */
export interface ImportVenue {
  readonly propertyId: string
  readonly timezone: string
}

const read = ndjson(MewsReservation, "ignored")
const readLine = valueOf(ReservationLine)

/**
 * Reads a Mews reservation object, one per line. Dates are converted to the venue's time zone; guest and spend are not
 * included.
 */
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
