import { Context, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { Offer } from "../offers/Offer.ts"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { CodeCounts, CodePoolRecord } from "./CodePool.ts"

/** Which pools to list: those of an offer by its external id, those in one of `statuses`. */
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

/** What may change of a pool. */
export type CodePoolChange = Partial<
  Pick<OfferCodePool, "name" | "status" | "lowStockThreshold" | "lowStockSince" | "expiresAt" | "updatedAt">
>

/** A locked pool with those who hear of its stock; `propertyId` is null for an offer of the whole organization. */
export interface WatchedPool {
  readonly pool: OfferCodePool
  readonly organizationXid: string
  readonly offer: Pick<Offer, "xid" | "name">
  readonly propertyId: string | null
}

/**
 * The pools of organizations. Every caller of the organization reads them (DOMAIN 1.7). A lock of a pool waits for the
 * claims that take a code from it, and they for the lock.
 */
export class CodePools extends Context.Service<
  CodePools,
  {
    /** In the order in which they were made. */
    readonly list: (query: CodePoolsQuery) => Effect.Effect<Page<CodePoolRecord>>
    readonly get: (locator: CodePoolLocator) => Effect.Effect<CodePoolRecord, NotFound>
    /** Locks a pool until the transaction ends. */
    readonly getForUpdate: (locator: CodePoolLocator) => Effect.Effect<OfferCodePool, NotFound>
    /** An offer of the organization by its external id. */
    readonly findOffer: (
      organizationId: OrganizationId,
      offerId: string
    ) => Effect.Effect<Option.Option<Pick<Offer, "id" | "redemptionType">>>
    /** Answers the pool with its number. */
    readonly insert: (row: Unnumbered<"offerCodePools">) => Effect.Effect<OfferCodePool>
    /** Changes a locked pool. */
    readonly update: (pool: Pick<OfferCodePool, "id" | "organizationId">, change: CodePoolChange) => Effect.Effect<void>
    /**
     * The counts of a locked pool with every change so far. Adds up what single changes left, so that later counts are
     * quick; it has no other effect.
     */
    readonly tally: (poolId: OfferCodePool["id"]) => Effect.Effect<CodeCounts>
    /** The pools whose codes changed since their last tally, of every organization, by id. */
    readonly listUntallied: Effect.Effect<ReadonlyArray<OfferCodePool["id"]>>
    /** Locks a pool for the job that watches stocks; none if there is no such pool. */
    readonly findWatchedForUpdate: (poolId: OfferCodePool["id"]) => Effect.Effect<Option.Option<WatchedPool>>
  }
>()("hub/domain/codePools/CodePools") {}
