import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { DeskFulfillment } from "./DeskFulfillment.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** Which claims to find; `from` is inclusive, `to` exclusive. Ids are external. */
export interface DeskSearch {
  /** The caller's reach: a claim's stay is shown and matched only within it. */
  readonly reach: Reach
  /** `reach` or a part of it: only claims at its venues are listed. */
  readonly within: Reach
  readonly now: DateTime.Utc
  /** Part of the offer's name, the member's name or the confirmation code, ignoring case and accents. */
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

/** Which open claims to list: `updatedSince` is inclusive. */
export interface PendingFilter {
  /** The caller's reach: a claim's stay is shown only within it. */
  readonly reach: Reach
  /** `reach` or a part of it: only claims at its venues are listed. */
  readonly within: Reach
  readonly now: DateTime.Utc
  readonly statuses: ReadonlyArray<FulfillmentStatus> | undefined
  readonly updatedSince: DateTime.Utc | undefined
}

export interface PendingQuery extends PendingFilter {
  readonly limit: number
  readonly offset: number
}

/** `mark` is what `getPendingMark` returns for the same filter. */
export interface PendingPage extends Page<DeskFulfillment> {
  readonly mark: string
}

/** A claim with facts of its row that the view omits. */
export interface LocatedFulfillment {
  readonly fulfillment: DeskFulfillment
  readonly venueId: VenueId
  /** True for a due claim whose stored status is still open. */
  readonly isUnsettled: boolean
}

/** Which offers to suggest. */
export interface OfferNamesQuery {
  readonly reach: Reach
  readonly q: string
  readonly limit: number
}

/**
 * The claims at venues within reach, as their desks read them. Claims without a venue need no desk and are not
 * included. Statuses are as of `now`, not as stored (DOMAIN 5.1).
 */
export class DeskFulfillments extends Context.Service<
  DeskFulfillments,
  {
    /** Ordered by claim time, then id (PAR-022). */
    readonly search: (query: DeskSearch) => Effect.Effect<Page<DeskFulfillment>>
    /** The open claims that are not due, oldest claim first, then by id (PAR-023). */
    readonly listPending: (query: PendingQuery) => Effect.Effect<PendingPage>
    /**
     * An opaque text that changes whenever `listPending` would list other claims on any page, or a listed claim or its
     * stay has changed. Read from an index, so the cost does not grow with the number of ended claims.
     */
    readonly getPendingMark: (filter: PendingFilter) => Effect.Effect<string>
    readonly get: (key: {
      readonly reach: Reach
      readonly id: FulfillmentId
      readonly now: DateTime.Utc
    }) => Effect.Effect<LocatedFulfillment, NotFound>
    /**
     * Distinct names, prefix matches of `q` first, then in binary order (PAR-021): offers of venues within reach, and
     * the organization's other offers that were claimed at one of these venues.
     */
    readonly listOfferNames: (query: OfferNamesQuery) => Effect.Effect<ReadonlyArray<string>>
  }
>()("hub/domain/fulfillments/DeskFulfillments") {}
