import { HttpApiBuilder } from "effect/http-api"
import { linkReservation } from "../../domain/reservations/linkReservation.ts"
import { listReservations } from "../../domain/reservations/listReservations.ts"
import { lookUpReservation } from "../../domain/reservations/lookUpReservation.ts"
import { previewReservation } from "../../domain/reservations/previewReservation.ts"
import { MemberApi } from "./MemberApi.ts"

/** A client that hangs up does not stop a write midway. */
const options = { uninterruptible: true } as const

export const ReservationsHandlers = HttpApiBuilder.group(MemberApi, "reservations", (handlers) =>
  handlers.handleAll({
    listReservations: ({ query }) => listReservations(query),
    lookUpReservation: ({ query }) => lookUpReservation(query),
    previewReservation: ({ params }) => previewReservation(params.reservationId),
    linkReservation: { handler: ({ params, payload }) => linkReservation(params.reservationId, payload), options }
  })
)
