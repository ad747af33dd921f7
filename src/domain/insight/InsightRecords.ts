import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { InsightRecord } from "./InsightRecord.ts"
import type { InsightStats } from "./InsightStats.ts"

/** The most records of one member that are listed. */
export const mostRecordsOfMember = 100

/**
 * What the pipeline knows of guests. A record is within reach if its venue is; one without a venue only for callers that
 * reach all venues (DOMAIN 1.7).
 */
export class InsightRecords extends Context.Service<
  InsightRecords,
  {
    readonly get: (of: {
      readonly reach: Reach
      readonly hashedPmsGuestId: string
    }) => Effect.Effect<InsightRecord, NotFound>
    /**
     * By a UUID in lower case that is the external id of a stay, in either case, or its internal one. Of several
     * guests of a stay, the best match.
     */
    readonly getByReservation: (of: {
      readonly reach: Reach
      readonly reservationId: string
    }) => Effect.Effect<InsightRecord, NotFound>
    /** By internal number; the best match first, `mostRecordsOfMember` at most. */
    readonly list: (of: {
      readonly reach: Reach
      readonly memberId: number
    }) => Effect.Effect<ReadonlyArray<InsightRecord>>
    readonly getStats: (reach: Reach) => Effect.Effect<InsightStats>
  }
>()("hub/domain/insight/InsightRecords") {}
