import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { DeskFulfillment } from "./DeskFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** Which claims to find; `from` is inclusive, `to` exclusive. Ids are external. */
export interface DeskSearch {
  readonly reach: Reach
  readonly now: DateTime.Utc
  /** Part of the offer's name, the member's name or the confirmation code, without regard to case and accents. */
  readonly q: string | undefined
  readonly statuses: ReadonlyArray<FulfillmentStatus> | undefined
  readonly offerId: string | undefined
  readonly memberExternalId: string | undefined
  readonly reservationId: string | undefined
  readonly from: DateTime.Utc | undefined
  readonly to: DateTime.Utc | undefined
  readonly newestFirst: boolean
  readonly limit: number
  readonly offset: number
}

export interface DeskPage {
  readonly items: ReadonlyArray<DeskFulfillment>
  readonly total: number
}

/** Which open claims to list: `updatedSince` is inclusive. */
export interface PendingFilter {
  readonly reach: Reach
  readonly now: DateTime.Utc
  readonly statuses: ReadonlyArray<FulfillmentStatus> | undefined
  readonly updatedSince: DateTime.Utc | undefined
}

export interface PendingQuery extends PendingFilter {
  readonly limit: number
  readonly offset: number
}

/** `mark` is what `getPendingMark` answers for the same claims. */
export interface PendingPage extends DeskPage {
  readonly mark: string
}

/** A claim with what its row says beyond the view. */
export interface LocatedFulfillment {
  readonly fulfillment: DeskFulfillment
  readonly venueId: VenueId
  /** True for a due claim whose row does not say so yet. */
  readonly isUnsettled: boolean
}

/** Which offers to suggest. */
export interface OfferNamesQuery {
  readonly reach: Reach
  readonly q: string
  readonly limit: number
}

/**
 * The claims at venues within reach, as their desks read them; a claim without a venue needs no desk, and is none of them.
 * Statuses are as of `now`, not as stored (DOMAIN 5.1).
 */
export class DeskFulfillments extends Context.Service<
  DeskFulfillments,
  {
    /** By time of the claim, then id (PAR-022). */
    readonly search: (query: DeskSearch) => Effect.Effect<DeskPage>
    /** The open claims that are not due, oldest claim first, then by id (PAR-023). */
    readonly listPending: (query: PendingQuery) => Effect.Effect<PendingPage>
    /**
     * A text that differs once another claim would be listed, on any page, or a listed claim or its stay has changed; read
     * from an index, whatever the number of claims that have ended.
     */
    readonly getPendingMark: (filter: PendingFilter) => Effect.Effect<string>
    readonly get: (key: {
      readonly reach: Reach
      readonly id: FulfillmentId
      readonly now: DateTime.Utc
    }) => Effect.Effect<LocatedFulfillment, NotFound>
    /**
     * Distinct names, those that begin with `q` first, then in binary order (PAR-021): of offers of venues within reach, and
     * of the organization's other offers if they were claimed at one of these venues.
     */
    readonly listOfferNames: (query: OfferNamesQuery) => Effect.Effect<ReadonlyArray<string>>
  }
>()("hub/domain/fulfillments/DeskFulfillments") {}
