import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Reservation, WrittenLegacyDocumentId } from "../../domain/reservations/Reservation.ts"
import { LegacyReservationMissing } from "../../domain/reservations/ReservationErrors.ts"
import { legacyFailure } from "./publicFailure.ts"
import { legacy } from "./verbs.ts"

const ResolvedLegacyReservation = Schema.Struct({
  externalReservationId: Reservation.fields.externalId
}).annotate({ identifier: "ResolvedLegacyReservation" })

/** Booking references of the former CMS (PUB-013 to PUB-017). */
export class LegacyReservationsGroup extends HttpApiGroup.make("legacyReservations")
  .add(
    legacy.get("resolveLegacyReservation", "/reservations/legacy/:documentId/resolve", {
      params: { documentId: WrittenLegacyDocumentId },
      success: ResolvedLegacyReservation,
      errors: [legacyFailure(LegacyReservationMissing)],
      summary: "The current id behind a legacy booking reference",
      description:
        "Takes the 24-character document id of the former CMS, in any case. At most 10 requests per minute per " +
        "address, counted before anything is looked at. No new references are made."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Legacy reservations", description: "Booking references of the former CMS" })
  ) {}
