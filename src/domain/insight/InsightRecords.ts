import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { InsightRecord } from "./InsightRecord.ts"
import type { InsightStats } from "./InsightStats.ts"

/** Maximum number of records listed for one member. */
export const maxRecordsOfMember = 100

/**
 * The pipeline's records of guests. A record is within reach if its venue is; without a venue, only for callers with
 * all venues (DOMAIN 1.7). Its stay is included, and can be used to find it, only if the stay is within reach too
 * (PAR-007).
 */
export class InsightRecords extends Context.Service<
  InsightRecords,
  {
    readonly get: (of: {
      readonly reach: Reach
      readonly hashedPmsGuestId: string
    }) => Effect.Effect<InsightRecord, NotFound>
    /**
     * By a lower-case UUID that is the external id of a stay (stored in either case) or its internal UUID. If
     * the stay has several guests, the best match.
     */
    readonly getByReservation: (of: {
      readonly reach: Reach
      readonly reservationId: string
    }) => Effect.Effect<InsightRecord, NotFound>
    /** By numeric member id; best match first, at most `maxRecordsOfMember`. */
    readonly list: (of: {
      readonly reach: Reach
      readonly memberId: number
    }) => Effect.Effect<ReadonlyArray<InsightRecord>>
    readonly getStats: (reach: Reach) => Effect.Effect<InsightStats>
  }
>()("hub/domain/insight/InsightRecords") {}
