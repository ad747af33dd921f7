import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { InsightRecords } from "./InsightRecords.ts"

/** Statistics of the pipeline over the reachable venues, without personal data (PAR-065, PAR-067, A-98). */
export const getInsightStats = Effect.fnUntraced(function* () {
  const { reach } = yield* PartnerCaller
  return yield* InsightRecords.use(({ getStats }) => getStats(reach))
})
