import { linkReservation } from "../../domain/reservations/linkReservation.ts"
import { listReservations } from "../../domain/reservations/listReservations.ts"
import { lookUpReservation } from "../../domain/reservations/lookUpReservation.ts"
import { previewReservation } from "../../domain/reservations/previewReservation.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const ReservationsHandlers = handlersOf(
  MemberApi,
  "reservations"
)({
  listReservations: ({ query }) => listReservations(query),
  lookUpReservation: ({ query }) => lookUpReservation(query),
  previewReservation: ({ params }) => previewReservation(params.reservationId),
  linkReservation: ({ params, payload }) => linkReservation(params.reservationId, payload)
})
