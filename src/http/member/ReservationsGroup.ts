import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Reservation } from "../../domain/reservations/Reservation.ts"
import { ReservationLinked, ReservationMissing } from "../../domain/reservations/ReservationErrors.ts"
import { ReservationPreview, ReservationSummary } from "../../domain/reservations/ReservationSummary.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { clampedOffsetQuery, offsetPage } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { withDefault } from "../surface/withDefault.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const ReservationPage = Schema.Struct(offsetPage(ReservationSummary)).annotate({ identifier: "ReservationPage" })

const ReservationsQuery = Schema.Struct({
  ...clampedOffsetQuery(20),
  dateFrom: Schema.optionalKey(CalendarDate).annotateKey({ description: "Check-in on or after this date" }),
  dateTo: Schema.optionalKey(CalendarDate).annotateKey({ description: "Check-out on or before this date" }),
  sortBy: withDefault(Schema.Literals(["id", "checkInDate", "checkOutDate"]), "id").pipe(
    Schema.annotateEncoded({ description: "`id` sorts newest first, the dates ascending" })
  ),
  status: Schema.optionalKey(Reservation.fields.status).annotateKey({ description: "Only stays in this state" })
}).check(
  Schema.makeFilter(({ dateFrom, dateTo }) =>
    dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo
      ? { path: ["dateFrom"], issue: "must not be after `dateTo`" }
      : undefined
  )
)

const written = (most: number) => {
  const pattern = new RegExp(`^(?=.*\\S)[^\\0]{1,${most}}$`, "u")
  return Schema.String.check(
    Schema.isPattern(pattern, {
      expected: `1 to ${most} characters, not all of them spaces`,
      toJsonSchema: () => ({ pattern: pattern.source, maxLength: most })
    })
  )
}

const claim = {
  confirmationCode: written(64).annotateKey({ description: "Not case-sensitive" }),
  lastName: written(100).annotateKey({ description: "The guest's last name as given in the booking" })
}

const params = {
  reservationId: PathText.pipe(Schema.brand("ReservationXid")).pipe(
    Schema.annotateEncoded({ description: "External id of the stay" })
  )
}

const missing = memberFailure(ReservationMissing)

/** The member's stays with their points (MEM-038 to MEM-048, MEM-113). In the path, `lookup` is never an id. */
export class ReservationsGroup extends HttpApiGroup.make("reservations")
  .add(
    read.get("listReservations", "/me/reservations", {
      query: ReservationsQuery,
      success: ReservationPage,
      summary: "List stays",
      description:
        "Stays without dates are omitted. While `pointsStatus.finalized` is false, the points are an estimate that " +
        "follows the spend, the tier and current campaigns."
    }),
    read.get("lookUpReservation", "/me/reservations/lookup", {
      guessable: true,
      query: Schema.Struct(claim),
      success: ReservationSummary,
      errors: [missing],
      summary: "Find a stay by its confirmation code",
      description: [
        "Finds one of the member's stays, or an unlinked stay that was booked with this last name and the member's",
        "verified e-mail address. Does not link it. Anything else gets the same 404."
      ].join(" ")
    }),
    read.get("previewReservation", "/me/reservations/:reservationId/preview", {
      params,
      success: ReservationPreview,
      errors: [missing],
      summary: "Get a stay with the breakdown of its points",
      description: "Until the stay is finalised, the breakdown is an estimate."
    }),
    write.post("linkReservation", "/me/reservations/:reservationId/link", {
      guessable: true,
      params,
      payload: Schema.Struct(claim),
      success: ReservationSummary,
      errors: [missing, memberFailure(ReservationLinked)],
      summary: "Link a stay to the member",
      description: [
        "Code and last name must match the stay in the path as in a lookup. Its points are pending from then on.",
        "Repeating it changes nothing. If they match but the stay is linked to another member: 409."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Reservations", description: "The member's stays" })) {}
