import { resolveLegacyReservation } from "../../domain/reservations/resolveLegacyReservation.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PublicApi } from "./PublicApi.ts"

export const LegacyReservationsHandlers = handlersOf(
  PublicApi,
  "legacyReservations"
)({
  resolveLegacyReservation: ({ params }) => resolveLegacyReservation(params.documentId)
})
