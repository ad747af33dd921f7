import { DateTime, Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import type { DueClaims } from "../fulfillments/DueClaims.ts"
import { expireDueOfMember, expireDueOfOffers } from "../fulfillments/expireFulfillments.ts"
import type { MemberId } from "../members/Member.ts"
import { type VenueSummary, unknownVenue } from "../properties/VenueSummary.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import { NotFound } from "../shared/NotFound.ts"
import { omitNull } from "../shared/omitNull.ts"
import type { OfferXid } from "./Offer.ts"
import type { OfferOccasion } from "./offerEligibility.ts"
import { OfferMissing } from "./OfferErrors.ts"
import type { OfferForMember } from "./OfferForMember.ts"
import { type LocatedPlace, type LocatedOffer, OfferViews, type RequestedOffer } from "./OfferViews.ts"
import { toOfferRecord } from "./toOfferRecord.ts"

/**
 * Where an offer is to be used: `propertyId` is a document id, `reservationId` the external id of a stay of the caller.
 */
export interface OfferContext {
  readonly propertyId?: string | undefined
  readonly reservationId?: ReservationXid | undefined
  readonly checkInDate?: string | undefined
}

export interface OffersQuery extends OfferContext {
  readonly categoryId?: number | undefined
  readonly redemptionType?: string | undefined
  readonly circle?: { readonly latitude: number; readonly longitude: number; readonly radiusKm: number } | undefined
  readonly limit: number
  readonly offset: number
}

/** The venue named in a request. That of the stay may be hidden. */
const namedVenue = ({ propertyId }: OfferContext, { stay, venue }: LocatedPlace): VenueSummary | null => {
  if (propertyId === undefined) return null
  return venue ?? (stay?.venue.documentId === propertyId ? stay.venue : unknownVenue(propertyId))
}

/** The occasion to check eligibility for. */
export const occasionOf = (context: OfferContext, place: LocatedPlace, now: DateTime.Utc): OfferOccasion => ({
  now,
  venue: namedVenue(context, place),
  stay: place.stay,
  checkInDate: context.checkInDate ?? null
})

const nothing: LocatedPlace = { venue: null, stay: null }

const findPlace = Effect.fnUntraced(function* (memberId: MemberId, { propertyId, reservationId }: OfferContext) {
  if (propertyId === undefined && reservationId === undefined) return nothing
  const offers = yield* OfferViews
  const place = yield* offers.findPlace({ memberId, propertyId, reservationId })
  return reservationId !== undefined && place.stay === null ? yield* new NotFound({}) : place
})

/**
 * Expires due claims that change the result and reads again: the member's own, whose refunds are spendable, and those
 * of offers without a code left, which may hold the last one.
 */
const readSettled = Effect.fnUntraced(function* <A extends DueClaims, E, R>(
  memberId: MemberId,
  read: Effect.Effect<A, E, R>,
  offersIn: (result: A) => ReadonlyArray<OfferForMember>
) {
  const result = yield* read
  const soldOut = offersIn(result).flatMap(({ id, isInStock }) => (isInStock ? [] : [id]))
  if (result.hasDueClaims) yield* expireDueOfMember(memberId)
  const returned = soldOut.length === 0 ? 0 : yield* expireDueOfOffers(soldOut)
  return result.hasDueClaims || returned > 0 ? yield* read : result
})

/** Finds a published offer. One of a hidden venue is missing without a stay of the caller there (MEM-118, PUB-018). */
export const findOffer = Effect.fnUntraced(function* (sought: RequestedOffer) {
  const offers = yield* OfferViews
  const found = yield* offers.find(sought)
  const isVisible = ({ isHidden, place: { stay }, standing: { venue } }: LocatedOffer) =>
    !isHidden || (stay !== null && stay.venue.id === venue?.id)
  return yield* Option.match(Option.filter(found, isVisible), {
    onNone: () => new OfferMissing(),
    onSome: Effect.succeed
  })
})

/**
 * Offers of every organization, including ineligible ones with the reason (MEM-057 to MEM-066, MEM-118). A property, or
 * that of a stay, selects its own offers and its organization's global ones; another member's stay is `NotFound`.
 */
export const listOffers = Effect.fnUntraced(function* (query: OffersQuery) {
  const { memberId } = yield* MemberCaller
  const offers = yield* OfferViews
  const { categoryId, circle, limit, offset, redemptionType } = query
  const place = yield* findPlace(memberId, query)
  const now = yield* DateTime.now
  const occasion = occasionOf(query, place, now)
  const venue = occasion.venue ?? occasion.stay?.venue
  const { items, total } = yield* readSettled(
    memberId,
    offers.list({ memberId, now, venue, circle, categoryId, redemptionType, limit, offset }),
    (page) => page.items
  )
  return { items: items.map((offer) => toOfferRecord(offer, occasion)), total, limit, offset }
})

/** One offer with its rules and its eligibility in `context` (MEM-061, MEM-062); ended offers included. */
export const getOffer = Effect.fnUntraced(function* (offerId: OfferXid, context: OfferContext) {
  const { memberId } = yield* MemberCaller
  const now = yield* DateTime.now
  const { propertyId, reservationId } = context
  const find = findOffer({ memberId, offerId, propertyId, reservationId, now })
  const { place, standing } = yield* readSettled(memberId, find, (located) => [located.standing])
  if (reservationId !== undefined && place.stay === null) return yield* new NotFound({})
  return { ...toOfferRecord(standing, occasionOf(context, place, now)), ...omitNull({ rules: standing.rules }) }
})
