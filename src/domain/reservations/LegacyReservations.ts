import { Context, type Effect } from "effect"
import type { LegacyReservation, ReservationXid } from "./Reservation.ts"
import type { LegacyReservationMissing } from "./ReservationErrors.ts"

/** Booking references of the former CMS; read only, none are created (PUB-017). */
export class LegacyReservations extends Context.Service<
  LegacyReservations,
  {
    /** The current external id of the stay with a reference in lower case, in any status. */
    readonly getExternalId: (
      documentId: LegacyReservation["documentId"]
    ) => Effect.Effect<ReservationXid, LegacyReservationMissing>
  }
>()("hub/domain/reservations/LegacyReservations") {}
