import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { InsightRecords } from "./InsightRecords.ts"
import { withMember } from "./withMembers.ts"

/** The record of a stay by its UUID; if it has several guests, the best match (PAR-063, A-37, A-38). */
export const getReservationInsight = Effect.fnUntraced(function* (reservationId: string) {
  const { reach } = yield* PartnerCaller
  const records = yield* InsightRecords
  return yield* withMember(reach, yield* records.getByReservation({ reach, reservationId }))
})
