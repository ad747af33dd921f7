import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { InsightRecords } from "./InsightRecords.ts"
import { withMember } from "./withMembers.ts"

/** The record of a keyed hash; what is no hash, or another organization's, names none (PAR-061, PAR-062). */
export const getGuestInsight = Effect.fnUntraced(function* (hashedPmsGuestId: string) {
  const { reach } = yield* PartnerCaller
  const records = yield* InsightRecords
  return yield* withMember(reach, yield* records.get({ reach, hashedPmsGuestId }))
})
