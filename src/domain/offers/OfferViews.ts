import { Context, type DateTime, type Effect, type Option } from "effect"
import type { DueClaims } from "../fulfillments/DueClaims.ts"
import type { MemberId } from "../members/Member.ts"
import type { Coordinates } from "../places/geo.ts"
import type { VenueSummary } from "../properties/VenueSummary.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import type { Page } from "../shared/Page.ts"
import type { OfferXid } from "./Offer.ts"
import type { OfferForMember, OfferStay } from "./OfferForMember.ts"

/** The place named in a request: a venue by document id, a stay of the member by external id. */
export interface RequestedPlace {
  readonly memberId: MemberId
  readonly propertyId: string | undefined
  readonly reservationId: ReservationXid | undefined
}

/** An offer by external id, and where it is to be used. */
export interface RequestedOffer extends RequestedPlace {
  readonly offerId: OfferXid
  readonly now: DateTime.Utc
}

/** The venue and stay of a `RequestedPlace`; null when not named or not found. The venue must be published. */
export interface LocatedPlace {
  readonly venue: VenueSummary | null
  readonly stay: OfferStay | null
}

/** An offer with the facts that a claim of it depends on. `isHidden`: its venue is hidden. */
export interface LocatedOffer extends DueClaims {
  readonly standing: OfferForMember
  readonly place: LocatedPlace
  readonly isHidden: boolean
}

/**
 * Which offers to list. `venue` selects its own offers, even if it is hidden, and its organization's global ones;
 * without it, those of hidden venues are left out. `circle` selects the offers of venues within it and every global
 * one.
 */
export interface OfferViewsQuery {
  readonly memberId: MemberId
  readonly now: DateTime.Utc
  readonly venue: Pick<VenueSummary, "id" | "organizationId"> | undefined
  readonly circle: (Coordinates & { readonly radiusKm: number }) | undefined
  readonly categoryId: number | undefined
  readonly redemptionType: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface OfferViewsPage extends DueClaims, Page<OfferForMember> {}

/** The published offers of every organization (MEM-118), without drafts and archived ones. */
export class OfferViews extends Context.Service<
  OfferViews,
  {
    /** Offers that have not ended, by price, then offer id in binary order; without their rules. */
    readonly list: (query: OfferViewsQuery) => Effect.Effect<OfferViewsPage>
    /** One by external id, ended or not. If stays share an external id, the one at the offer's organization is used. */
    readonly find: (sought: RequestedOffer) => Effect.Effect<Option.Option<LocatedOffer>>
    /** If stays share an external id, the one at the organization of the named venue is used, else the latest. */
    readonly findPlace: (place: RequestedPlace) => Effect.Effect<LocatedPlace>
  }
>()("hub/domain/offers/OfferViews") {}
