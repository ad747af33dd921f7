import { Context, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { Offer } from "../offers/Offer.ts"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { CodeCounts, CodePoolRecord } from "./CodePool.ts"

/** Which pools to list: by the external id of an offer, and by status. */
export interface CodePoolsQuery {
  readonly reach: Reach
  readonly offerId: string | undefined
  readonly statuses: ReadonlyArray<OfferCodePool["status"]> | undefined
  readonly limit: number
  readonly offset: number
}

export interface CodePoolLocator {
  readonly reach: Reach
  readonly poolId: string
}

/** The fields of a pool that may change. */
export type CodePoolChange = Partial<
  Pick<OfferCodePool, "name" | "status" | "lowStockThreshold" | "lowStockSince" | "expiresAt" | "updatedAt">
>

/** A locked pool with the recipients of low-stock notices; `propertyId` is null for an organization-wide offer. */
export interface WatchedPool {
  readonly pool: OfferCodePool
  readonly organizationXid: string
  readonly offer: Pick<Offer, "xid" | "name">
  readonly propertyId: string | null
}

/**
 * The pools of organizations, readable to every caller of the organization (DOMAIN 1.7). A pool's row lock and claims
 * that draw a code from it wait for each other.
 */
export class CodePools extends Context.Service<
  CodePools,
  {
    /** In order of creation. */
    readonly list: (query: CodePoolsQuery) => Effect.Effect<Page<CodePoolRecord>>
    readonly get: (locator: CodePoolLocator) => Effect.Effect<CodePoolRecord, NotFound>
    /** Locks a pool until the transaction ends. */
    readonly getForUpdate: (locator: CodePoolLocator) => Effect.Effect<OfferCodePool, NotFound>
    /** An offer of the organization by its external id. */
    readonly findOffer: (
      organizationId: OrganizationId,
      offerId: string
    ) => Effect.Effect<Option.Option<Pick<Offer, "id" | "redemptionType">>>
    /** Returns the pool with its row id. */
    readonly insert: (row: Unnumbered<"offerCodePools">) => Effect.Effect<OfferCodePool>
    /** Changes a locked pool. */
    readonly update: (pool: Pick<OfferCodePool, "id" | "organizationId">, change: CodePoolChange) => Effect.Effect<void>
    /**
     * The counts of a locked pool including all changes so far. Folds the recorded changes into the stored counts,
     * which speeds up later counts; no other effect.
     */
    readonly tally: (poolId: OfferCodePool["id"]) => Effect.Effect<CodeCounts>
    /** The pools whose codes changed since their last tally, of every organization, by id. */
    readonly listUntallied: Effect.Effect<ReadonlyArray<OfferCodePool["id"]>>
    /** Locks a pool for the job that watches stock; none if there is no such pool. */
    readonly findWatchedForUpdate: (poolId: OfferCodePool["id"]) => Effect.Effect<Option.Option<WatchedPool>>
  }
>()("hub/domain/codePools/CodePools") {}
