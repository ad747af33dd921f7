import { DateTime, Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { settleFulfillments } from "../fulfillments/expireFulfillments.ts"
import type { MemberId } from "../members/Member.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import { NotFound } from "../shared/NotFound.ts"
import { omitNull } from "../shared/omitNull.ts"
import { noRow } from "../shared/Scalars.ts"
import type { OfferXid } from "./Offer.ts"
import type { OfferOccasion } from "./offerEligibility.ts"
import { OfferMissing } from "./OfferErrors.ts"
import type { OfferVenue } from "./OfferStanding.ts"
import { type FoundPlace, OfferViews } from "./OfferViews.ts"
import { toOfferRecord } from "./toOfferRecord.ts"

/** The place of a request: `propertyId` is a document id, `reservationId` the external id of a stay of the caller. */
export interface OfferContext {
  readonly propertyId?: string | undefined
  readonly reservationId?: ReservationXid | undefined
  readonly checkInDate?: string | undefined
}

export interface OffersSought extends OfferContext {
  readonly categoryId?: number | undefined
  readonly redemptionType?: string | undefined
  readonly circle?: { readonly latitude: number; readonly longitude: number; readonly radiusKm: number } | undefined
  readonly limit: number
  readonly offset: number
}

/** An unknown property matches nothing, like one of another organization. */
export const unknownVenue = (documentId: string): OfferVenue => ({
  id: VenueId.make(noRow),
  organizationId: OrganizationId.make(noRow),
  documentId,
  name: documentId,
  timezone: "UTC"
})

/** The named and found place as the occasion for eligibility. */
export const occasionOf = (context: OfferContext, place: FoundPlace, now: DateTime.Utc): OfferOccasion => ({
  now,
  venue: place.venue ?? (context.propertyId === undefined ? null : unknownVenue(context.propertyId)),
  stay: place.stay,
  checkInDate: context.checkInDate ?? null
})

const nothing: FoundPlace = { venue: null, stay: null }

const findPlace = Effect.fnUntraced(function* (memberId: MemberId, { propertyId, reservationId }: OfferContext) {
  if (propertyId === undefined && reservationId === undefined) return nothing
  const offers = yield* OfferViews
  const place = yield* offers.findPlace({ memberId, propertyId, reservationId })
  return reservationId !== undefined && place.stay === null ? yield* new NotFound({}) : place
})

/** The spendable points are known only once due claims are settled, so it reads again after settling them. */
const settled = <A extends { readonly hasDue: boolean }, E, R>(memberId: MemberId, read: Effect.Effect<A, E, R>) =>
  Effect.flatMap(read, (found) =>
    found.hasDue ? Effect.andThen(settleFulfillments(memberId), read) : Effect.succeed(found)
  )

/**
 * Offers of every organization, ineligible ones included with the reason (MEM-057 to MEM-066, MEM-118). A property, or
 * that of a stay, selects its own and its organization's global offers; a stay of another member is missing.
 */
export const listOffers = Effect.fnUntraced(function* (sought: OffersSought) {
  const { memberId } = yield* MemberCaller
  const offers = yield* OfferViews
  const { categoryId, circle, limit, offset, redemptionType } = sought
  const place = yield* findPlace(memberId, sought)
  const now = yield* DateTime.now
  const occasion = occasionOf(sought, place, now)
  const venue = occasion.venue ?? occasion.stay?.venue
  const { items, total } = yield* settled(
    memberId,
    offers.list({ memberId, now, venue, circle, categoryId, redemptionType, limit, offset })
  )
  return { items: items.map((offer) => toOfferRecord(offer, occasion)), total, limit, offset }
})

/** One offer with its rules, its eligibility judged in `context` (MEM-061, MEM-062); ended offers are found too. */
export const getOffer = Effect.fnUntraced(function* (offerId: OfferXid, context: OfferContext) {
  const { memberId } = yield* MemberCaller
  const offers = yield* OfferViews
  const now = yield* DateTime.now
  const { propertyId, reservationId } = context
  const find = Effect.flatMap(
    offers.find({ memberId, offerId, propertyId, reservationId, now }),
    Option.match({ onNone: () => new OfferMissing(), onSome: Effect.succeed })
  )
  const { place, standing } = yield* settled(memberId, find)
  if (reservationId !== undefined && place.stay === null) return yield* new NotFound({})
  return { ...toOfferRecord(standing, occasionOf(context, place, now)), ...omitNull({ rules: standing.rules }) }
})
