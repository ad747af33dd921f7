import { listVenueReservations } from "../../domain/reservations/listVenueReservations.ts"
import { getReservation, listReservationsOfMember } from "../../domain/reservations/readReservations.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const ReservationsHandlers = handlersOf(
  PartnerApi,
  "reservations"
)({
  listReservationsOfMember: ({ params, query: { status, ...query } }) =>
    listReservationsOfMember({ ...query, memberXid: params.externalId, statuses: status }),
  listVenueReservations: ({ query: { memberExternalId, status, ...query } }) =>
    listVenueReservations({ ...query, memberXid: memberExternalId, statuses: status }),
  getReservation: ({ params }) => getReservation(params.reservationId)
})
