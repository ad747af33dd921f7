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
  dateFrom: Schema.optionalKey(CalendarDate).annotateKey({ description: "Check-in on this day or later" }),
  dateTo: Schema.optionalKey(CalendarDate).annotateKey({ description: "Check-out on this day or earlier" }),
  sortBy: withDefault(Schema.Literals(["id", "checkInDate", "checkOutDate"]), "id").pipe(
    Schema.annotateEncoded({ description: "`id`: newest first. The dates ascend" })
  ),
  status: Schema.optionalKey(Reservation.fields.status)
}).check(
  Schema.makeFilter(({ dateFrom, dateTo }) =>
    dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo
      ? { path: ["dateFrom"], issue: "must not be after `dateTo`" }
      : undefined
  )
)

const written = (most: number) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^(?=.*\\S)[^\\0]{1,${most}}$`, "u"), {
      expected: `1 to ${most} characters, not all of them spaces`
    })
  )

const claim = {
  confirmationCode: written(64).annotateKey({ description: "Case does not count" }),
  lastName: written(100).annotateKey({ description: "The guest's last name, as it was booked" })
}

const params = { reservationId: PathText.pipe(Schema.brand("ReservationXid")) }

const missing = memberFailure(ReservationMissing)

/** The member's stays with their points (MEM-038 to MEM-048, MEM-113). `lookup` is a name and no id. */
export class ReservationsGroup extends HttpApiGroup.make("reservations")
  .add(
    read.get("listReservations", "/me/reservations", {
      query: ReservationsQuery,
      success: ReservationPage,
      summary: "The member's stays",
      description:
        "Stays without dates are left out. While `pointsStatus.finalized` is false the points are what they are now: " +
        "they follow the spend, the tier and the campaigns."
    }),
    read.get("lookUpReservation", "/me/reservations/lookup", {
      guessable: true,
      query: Schema.Struct(claim),
      success: ReservationSummary,
      errors: [missing],
      summary: "Find a stay by its confirmation code",
      description: [
        "The member's own, or one that is linked to nobody and was booked under this last name and the e-mail address",
        "that the member's token vouches for. Nothing is linked by it. Whatever does not match is 404, always the same."
      ].join(" ")
    }),
    read.get("previewReservation", "/me/reservations/:reservationId/preview", {
      params,
      success: ReservationPreview,
      errors: [missing],
      summary: "One stay with how its points come about",
      description: "Until the stay is finalised the breakdown is an estimate."
    }),
    write.post("linkReservation", "/me/reservations/:reservationId/link", {
      guessable: true,
      params,
      payload: Schema.Struct(claim),
      success: ReservationSummary,
      errors: [missing, memberFailure(ReservationLinked)],
      summary: "Link a stay to the member",
      description: [
        "What a look-up asks for must find the stay of the path. Its points are pending from now on. Repeating it",
        "changes nothing; a stay that another member has is 409 to whoever meets the conditions."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Reservations", description: "The member's stays" })) {}
