import { Context, type DateTime, type Effect, type Option } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Coordinates } from "../places/geo.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import type { OfferXid } from "./Offer.ts"
import type { OfferStanding, OfferStay, OfferVenue } from "./OfferStanding.ts"

/** A place that a member names: a venue by its document id, a stay of theirs by its external id. */
export interface NamedPlace {
  readonly memberId: MemberId
  readonly propertyId: string | undefined
  readonly reservationId: ReservationXid | undefined
}

/** What was found of it; a venue has to be published. Null for what was not named as well as for what is not there. */
export interface FoundPlace {
  readonly venue: OfferVenue | null
  readonly stay: OfferStay | null
}

/** An offer with what one claim of it depends on. `hasDue`: a claim of the member's has expired and is not settled yet. */
export interface OfferClaimed {
  readonly standing: OfferStanding
  readonly place: FoundPlace
  readonly hasDue: boolean
}

/**
 * Which offers to list. `venue` leaves its own and the global ones of its organization; `circle` those of venues within it
 * and every global one.
 */
export interface OfferViewsQuery {
  readonly memberId: MemberId
  readonly now: DateTime.Utc
  readonly venue: Pick<OfferVenue, "id" | "organizationId"> | undefined
  readonly circle: (Coordinates & { readonly radiusKm: number }) | undefined
  readonly categoryId: number | undefined
  readonly redemptionType: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface OfferViewsPage {
  readonly items: ReadonlyArray<OfferStanding>
  readonly total: number
  readonly hasDue: boolean
}

/** The published offers of every organization (MEM-118); drafts and archived ones are not there. */
export class OfferViews extends Context.Service<
  OfferViews,
  {
    /** Those that have not ended, by price, then offer id, binary; without their rules. */
    readonly list: (query: OfferViewsQuery) => Effect.Effect<OfferViewsPage>
    /** One by its external id, ended or not. Of stays with one external id that of the offer's organization comes first. */
    readonly find: (
      sought: NamedPlace & { readonly offerId: OfferXid; readonly now: DateTime.Utc }
    ) => Effect.Effect<Option.Option<OfferClaimed>>
    /** Of stays that organizations gave the same external id it is the latest. */
    readonly findPlace: (named: NamedPlace) => Effect.Effect<FoundPlace>
  }
>()("hub/domain/offers/OfferViews") {}
