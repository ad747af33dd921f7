import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Reservation, RequestedLegacyDocumentId } from "../../domain/reservations/Reservation.ts"
import { LegacyReservationMissing } from "../../domain/reservations/ReservationErrors.ts"
import { legacyFailure } from "./publicFailure.ts"
import { legacy } from "./verbs.ts"

const ResolvedLegacyReservation = Schema.Struct({
  externalReservationId: Reservation.fields.externalId.annotateKey({
    description: "External id of the stay, as used by the member API"
  })
}).annotate({ identifier: "ResolvedLegacyReservation" })

/** Booking references of the former CMS (PUB-013 to PUB-017). */
export class LegacyReservationsGroup extends HttpApiGroup.make("legacyReservations")
  .add(
    legacy.get("resolveLegacyReservation", "/reservations/legacy/:documentId/resolve", {
      params: {
        documentId: RequestedLegacyDocumentId.pipe(
          Schema.annotateEncoded({
            description: "Document id of the booking in the former CMS, in upper or lower case"
          })
        )
      },
      success: ResolvedLegacyReservation,
      errors: [legacyFailure(LegacyReservationMissing)],
      summary: "Resolve a legacy booking reference",
      description:
        "Returns the current reservation id for a 24-character document id of the former CMS, in upper or lower " +
        "case. Limited to 10 requests per minute and address, whether valid or not. No new references are issued."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Legacy reservations", description: "Booking references of the former CMS" })
  ) {}
