import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { InsightRecords } from "./InsightRecords.ts"
import { withMember } from "./withMembers.ts"

/** The record with a keyed hash; `NotFound` for a malformed hash or another organization's (PAR-061, PAR-062). */
export const getGuestInsight = Effect.fnUntraced(function* (hashedPmsGuestId: string) {
  const { reach } = yield* PartnerCaller
  const records = yield* InsightRecords
  return yield* withMember(reach, yield* records.get({ reach, hashedPmsGuestId }))
})
