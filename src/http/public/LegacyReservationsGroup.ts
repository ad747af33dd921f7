import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Reservation, WrittenLegacyDocumentId } from "../../domain/reservations/Reservation.ts"
import { LegacyReservationMissing } from "../../domain/reservations/ReservationErrors.ts"
import { onOperation } from "../surface/ApiDocument.ts"
import { LegacyAccess } from "./LegacyAccess.ts"
import { legacyDeprecation } from "./legacyDeprecation.ts"
import { legacyFailure } from "./publicFailure.ts"

const ResolvedLegacyReservation = Schema.Struct({
  externalReservationId: Reservation.fields.externalId
}).annotate({ identifier: "ResolvedLegacyReservation" })

/** Every documented answer says that the endpoint is deprecated (PUB-017). */
const deprecatedAnswers = onOperation((operation) => {
  const headers = {
    Deprecation: { description: "Deprecated since", schema: { type: "string" }, example: legacyDeprecation }
  }
  const responses = Object.entries(operation.responses)
  return {
    ...operation,
    responses: Object.fromEntries(responses.map(([status, response]) => [status, { ...response, headers }]))
  }
})

export class LegacyReservationsGroup extends HttpApiGroup.make("legacyReservations")
  .add(
    HttpApiEndpoint.get("resolveLegacyReservation", "/reservations/legacy/:documentId/resolve", {
      params: { documentId: WrittenLegacyDocumentId },
      success: ResolvedLegacyReservation,
      error: legacyFailure(LegacyReservationMissing)
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "resolveLegacyReservation",
        summary: "The current id behind a legacy booking reference",
        description:
          "Takes the 24-character document id of the former CMS, in any case. At most 10 requests per minute per " +
          "address, counted before anything is looked at. No new references are made.",
        deprecated: true,
        transform: deprecatedAnswers
      })
    )
  )
  .middleware(LegacyAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Legacy reservations", description: "Booking references of the former CMS" })
  ) {}
