import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { staysMatching, type StayDetails } from "./staysMatching.ts"
import { ReservationMissing } from "./ReservationErrors.ts"
import { toReservationSummary } from "./toReservationSummary.ts"

/** The stay with a confirmation code that the caller has linked or may link; links nothing (MEM-113). */
export const lookUpReservation = Effect.fnUntraced(function* (details: StayDetails) {
  const { memberId } = yield* MemberCaller
  const stays = yield* staysMatching(details)
  const stay = stays.find((each) => each.memberId === memberId || each.memberId === null)
  if (stay === undefined) return yield* new ReservationMissing()
  return toReservationSummary(stay)
})
