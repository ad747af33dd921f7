import { Context, type Effect } from "effect"
import type { LegacyReservation, ReservationXid } from "./Reservation.ts"
import type { LegacyReservationMissing } from "./ReservationErrors.ts"

/** Booking references of the former CMS. They are read only: no new ones are made (PUB-017). */
export class LegacyReservations extends Context.Service<
  LegacyReservations,
  {
    /** The current external id of the stay that a reference, in lower case, stands for; whatever the stay's status. */
    readonly getExternalId: (
      documentId: LegacyReservation["documentId"]
    ) => Effect.Effect<ReservationXid, LegacyReservationMissing>
  }
>()("hub/domain/reservations/LegacyReservations") {}
