import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { OfferCode, OfferCodePool, OfferCodeStatus } from "../offers/OfferCode.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"

type PoolKey = Pick<OfferCodePool, "id" | "organizationId">

/** Which codes of a pool to list: those in one of `statuses`, as stored; `reach` decides which claims are named. */
export interface PoolCodesQuery {
  readonly reach: Reach
  readonly pool: PoolKey
  readonly statuses: ReadonlyArray<OfferCodeStatus>
  readonly limit: number
  readonly offset: number
}

/** A code as stored, its claim cut to the reach. */
export type PoolCodeRow = Pick<OfferCode, "xid" | "valueEnc" | "status" | "fulfillmentId" | "assignedAt">

/** A code to add: sealed about its external id; `formerHashes` are those that the pool may still have of it. */
export interface NewPoolCode extends Pick<OfferCode, "xid" | "valueEnc" | "valueHash"> {
  readonly formerHashes: ReadonlyArray<string>
}

export interface NewPoolCodes {
  readonly pool: PoolKey
  /** Distinct by their hashes, in the order in which claims take them. */
  readonly codes: ReadonlyArray<NewPoolCode>
  readonly now: DateTime.Utc
}

/** The codes of pools. */
export class PoolCodes extends Context.Service<
  PoolCodes,
  {
    /** In the order of `statuses`, then in that in which they were added. */
    readonly list: (query: PoolCodesQuery) => Effect.Effect<Page<PoolCodeRow>>
    /**
     * Adds codes that claims can take; answers the hashes of those that the pool did not have. Waits for uploads of the
     * same codes, in whatever order they have them.
     */
    readonly insertMissing: (added: NewPoolCodes) => Effect.Effect<ReadonlySet<string>>
    /** Makes a code void that claims could take; answers its status before, whatever it was. Needs the pool's lock. */
    readonly updateVoid: (code: {
      readonly pool: PoolKey
      readonly codeId: string
    }) => Effect.Effect<OfferCodeStatus, NotFound>
  }
>()("hub/domain/codePools/PoolCodes") {}
