import { DateTime, Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import type { ReservationXid } from "./Reservation.ts"
import { ReservationMissing } from "./ReservationErrors.ts"
import { StayViews } from "./StayViews.ts"
import { toReservationPreview } from "./toReservationSummary.ts"

/** A stay of the caller with the calculation of its points (MEM-113). */
export const previewReservation = Effect.fnUntraced(function* (externalId: ReservationXid) {
  const { memberId } = yield* MemberCaller
  const reservations = yield* StayViews
  const stay = yield* reservations.findByMember({ memberId, externalId, now: yield* DateTime.now })
  return Option.isNone(stay) ? yield* new ReservationMissing() : toReservationPreview(stay.value)
})
