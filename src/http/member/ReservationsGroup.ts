import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { maxConfirmationCode, maxGuestLastName, Reservation } from "../../domain/reservations/Reservation.ts"
import { ReservationLinked, ReservationMissing } from "../../domain/reservations/ReservationErrors.ts"
import { ReservationPreview, ReservationSummary } from "../../domain/reservations/ReservationSummary.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { notAfter } from "../surface/schemas/notAfter.ts"
import { clampedOffsetQuery, offsetPage } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const ReservationPage = Schema.Struct(offsetPage(ReservationSummary)).annotate({ identifier: "ReservationPage" })

const ReservationsQuery = Schema.Struct({
  ...clampedOffsetQuery(20),
  dateFrom: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Only stays with check-in on or after this date"
  }),
  dateTo: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Only stays with check-out on or before this date"
  }),
  sortBy: withDefault(Schema.Literals(["id", "checkInDate", "checkOutDate"]), "id").pipe(
    Schema.annotateEncoded({ description: "`id` sorts newest first; dates sort ascending" })
  ),
  status: Schema.optionalKey(Reservation.fields.status).annotateKey({ description: "Only stays in this status" })
}).check(notAfter("dateFrom", "dateTo"))

const nonBlank = (maxLength: number) => {
  const pattern = new RegExp(`^(?=.*\\S)[^\\0]{1,${maxLength}}$`, "u")
  return Schema.String.check(
    Schema.isPattern(pattern, {
      expected: `1 to ${maxLength} characters, not only spaces`,
      toJsonSchema: () => ({ pattern: pattern.source, maxLength })
    })
  )
}

const stayDetails = {
  confirmationCode: nonBlank(maxConfirmationCode).annotateKey({
    description: "Confirmation code of the booking; not case-sensitive"
  }),
  lastName: nonBlank(maxGuestLastName).annotateKey({ description: "Guest's last name as in the booking" })
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
        "Stays without dates are omitted. While `pointsStatus.finalized` is false, the points are an estimate based " +
        "on the spend, the member's tier and current campaigns."
    }),
    read.get("lookUpReservation", "/me/reservations/lookup", {
      guessable: true,
      query: Schema.Struct(stayDetails),
      success: ReservationSummary,
      errors: [missing],
      summary: "Find a stay by its confirmation code",
      description: [
        "Finds one of the member's stays, or an unlinked stay that was booked under this last name with the member's",
        "verified email address. Does not link the stay. Every other case gets the same 404."
      ].join(" ")
    }),
    read.get("previewReservation", "/me/reservations/:reservationId/preview", {
      params,
      success: ReservationPreview,
      errors: [missing],
      summary: "Get a stay with its points breakdown",
      description: "The breakdown is an estimate until the stay is finalised."
    }),
    write.post("linkReservation", "/me/reservations/:reservationId/link", {
      guessable: true,
      params,
      payload: Schema.Struct(stayDetails),
      success: ReservationSummary,
      errors: [missing, memberFailure(ReservationLinked)],
      summary: "Link a stay to the member",
      description: [
        "The confirmation code and last name must match the stay, as in a lookup. Once linked, its points are pending.",
        "Repeating the request changes nothing. If they match but the stay is linked to another member, the response",
        "is 409."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Reservations", description: "The member's stays" })) {}
