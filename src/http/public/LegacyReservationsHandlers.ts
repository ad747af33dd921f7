import { HttpApiBuilder } from "effect/http-api"
import { resolveLegacyReservation } from "../../domain/reservations/resolveLegacyReservation.ts"
import { PublicApi } from "./PublicApi.ts"

export const LegacyReservationsHandlers = HttpApiBuilder.group(PublicApi, "legacyReservations", (handlers) =>
  handlers.handleAll({
    resolveLegacyReservation: ({ params }) => resolveLegacyReservation(params.documentId)
  })
)
