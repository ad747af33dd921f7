import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { OfferCode, OfferCodePool, OfferCodeStatus } from "../offers/OfferCode.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"

type PoolKey = Pick<OfferCodePool, "id" | "organizationId">

/** Which codes of a pool to list, by stored status; `reach` decides which claim ids are included. */
export interface PoolCodesQuery {
  readonly reach: Reach
  readonly pool: PoolKey
  readonly statuses: ReadonlyArray<OfferCodeStatus>
  readonly limit: number
  readonly offset: number
}

/** A stored code; its claim is null if out of reach. */
export type PoolCodeRow = Pick<OfferCode, "xid" | "valueEnc" | "status" | "fulfillmentId" | "assignedAt">

/**
 * A code to add, sealed and bound to its external id; `formerHashes` are its hashes under former secrets, which the
 * pool may still store.
 */
export interface NewPoolCode extends Pick<OfferCode, "xid" | "valueEnc" | "valueHash"> {
  readonly formerHashes: ReadonlyArray<string>
}

export interface NewPoolCodes {
  readonly pool: PoolKey
  /** Distinct by hash, in the order in which claims draw them. */
  readonly codes: ReadonlyArray<NewPoolCode>
  readonly now: DateTime.Utc
}

/** The codes of pools. */
export class PoolCodes extends Context.Service<
  PoolCodes,
  {
    /** Ordered as in `statuses`, then by insertion. */
    readonly list: (query: PoolCodesQuery) => Effect.Effect<Page<PoolCodeRow>>
    /**
     * Adds available codes; returns the hashes of those that were new to the pool. Waits for concurrent uploads of the
     * same codes, without deadlock whatever their order.
     */
    readonly insertMissing: (added: NewPoolCodes) => Effect.Effect<ReadonlySet<string>>
    /** Voids an available code; returns its previous status in any case. Requires the pool's lock. */
    readonly updateVoid: (code: {
      readonly pool: PoolKey
      readonly codeId: string
    }) => Effect.Effect<OfferCodeStatus, NotFound>
  }
>()("hub/domain/codePools/PoolCodes") {}
