import { DateTime, Effect, Layer, Option, Order, Struct, TxHashMap } from "effect"
import type { MemberId } from "../../domain/members/Member.ts"
import type { Offer } from "../../domain/offers/Offer.ts"
import type { OfferForMember, OfferStay } from "../../domain/offers/OfferForMember.ts"
import { type RequestedPlace, OfferViews, type OfferViewsQuery } from "../../domain/offers/OfferViews.ts"
import { takesExternalCode } from "../../domain/offers/redemptionTypes.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { distanceKm } from "../../domain/places/geo.ts"
import { heldTiers } from "../../domain/programs/heldTiers.ts"
import { summaryOf } from "../../domain/properties/VenueSummary.ts"
import { makeOfferViewsSql } from "../../sql/repositories/OfferViewsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { hasDueClaims } from "./hasDueClaims.ts"
import { lookUp } from "./lookUp.ts"
import { preferredStay } from "./preferredStay.ts"
import { freeCodes } from "./OfferCodesLayer.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(OfferViews, makeOfferViewsSql)

const byPrice = Order.combine(
  Order.mapInput(Order.Number, ({ pointsRequired }: Offer) => pointsRequired),
  Order.mapInput(binaryOrder, ({ xid }: Offer) => xid)
)

const isListed = ({ status, validUntil }: Offer, now: DateTime.Utc) =>
  status === "published" && (validUntil === null || DateTime.isGreaterThan(validUntil, now))

export const layerMemory = Layer.effect(
  OfferViews,
  Effect.gen(function* () {
    const memory = yield* Memory

    const spendableOf = Effect.fnUntraced(function* (memberId: MemberId, now: DateTime.Utc) {
      return (yield* TxHashMap.values(memory.walletLots)).reduce(
        (sum, lot) =>
          lot.memberId === memberId && (lot.expiresAt === null || DateTime.isGreaterThan(lot.expiresAt, now))
            ? sum + lot.remaining
            : sum,
        0
      )
    })

    const levelsOf = Effect.fnUntraced(function* (memberId: MemberId, now: DateTime.Utc) {
      const tiers = yield* TxHashMap.values(memory.tiers)
      const enrolments = yield* TxHashMap.values(memory.enrolments)
      const levels = new Map<number, number>()
      for (const { tier } of heldTiers({ enrolments, tiers }, memberId, now)) {
        levels.set(tier.organizationId, Math.max(levels.get(tier.organizationId) ?? 0, tier.level))
      }
      return levels
    })

    const standing = Effect.fnUntraced(function* (memberId: MemberId, now: DateTime.Utc) {
      const spendable = yield* spendableOf(memberId, now)
      const levels = yield* levelsOf(memberId, now)
      const categories = yield* TxHashMap.snapshot(memory.offerCategories)
      const properties = yield* TxHashMap.snapshot(memory.properties)
      const pools = yield* TxHashMap.values(memory.offerCodePools)
      const codes = yield* TxHashMap.values(memory.offerCodes)
      return (offer: Offer): OfferForMember => ({
        ...Struct.omit(offer, ["categoryId", "propertyId", "status", "createdAt", "updatedAt"]),
        validUntil: instantOrNull(offer.validUntil),
        category: lookUp(categories, offer.categoryId, (row) => row),
        venue: lookUp(properties, offer.propertyId, summaryOf),
        tierLevel: levels.get(offer.organizationId) ?? 0,
        spendable,
        isInStock: !takesExternalCode(offer.redemptionType) || freeCodes(pools, codes, offer.id, now).length > 0
      })
    })

    const findPlace = Effect.fnUntraced(function* (named: RequestedPlace, organizationId?: OrganizationId) {
      const { memberId, propertyId, reservationId } = named
      const properties = yield* TxHashMap.snapshot(memory.properties)
      const venue = (yield* TxHashMap.values(memory.properties)).find(({ documentId }) => documentId === propertyId)
      const stays = (yield* TxHashMap.values(memory.reservations)).filter(
        (stay) => stay.memberId === memberId && stay.externalId === reservationId
      )
      const stay = preferredStay(stays, organizationId ?? venue?.organizationId)
      const stayVenue = lookUp(properties, stay?.propertyId ?? null, summaryOf)
      const found: OfferStay | null =
        stay === undefined || stayVenue === null
          ? null
          : {
              id: stay.id,
              externalId: stay.externalId,
              status: stay.status,
              checkIn: stay.checkIn,
              checkOut: stay.checkOut,
              venue: stayVenue
            }
      return { venue: venue?.status === "published" ? summaryOf(venue) : null, stay: found }
    })

    const isAt = Effect.fnUntraced(function* ({ circle, venue }: OfferViewsQuery) {
      const properties = yield* TxHashMap.snapshot(memory.properties)
      return ({ organizationId, propertyId }: Offer) => {
        if (propertyId === null) return venue === undefined || venue.organizationId === organizationId
        if (venue !== undefined && venue.id !== propertyId) return false
        const isVisible = lookUp(
          properties,
          propertyId,
          (property) =>
            (venue !== undefined || property.status === "published") &&
            (circle === undefined || distanceKm(circle, property) <= circle.radiusKm)
        )
        return isVisible === true
      }
    })

    return OfferViews.of({
      list: Effect.fnUntraced(function* (query) {
        const { categoryId, limit, memberId, now, offset, redemptionType } = query
        const isHere = yield* isAt(query)
        const matching = (yield* TxHashMap.values(memory.offers)).filter(
          (offer) =>
            isListed(offer, now) &&
            isHere(offer) &&
            (categoryId === undefined || offer.categoryId === categoryId) &&
            (redemptionType === undefined || offer.redemptionType === redemptionType)
        )
        const toStanding = yield* standing(memberId, now)
        const page = matching.toSorted(byPrice).slice(offset, offset + limit)
        return {
          items: page.map((offer) => ({ ...toStanding(offer), rules: null })),
          total: matching.length,
          hasDueClaims: yield* hasDueClaims(memory, memberId, now)
        }
      }, Effect.tx),
      find: Effect.fnUntraced(function* ({ offerId, ...named }) {
        const { memberId, now } = named
        const offer = (yield* TxHashMap.values(memory.offers)).find(
          ({ status, xid }) => xid === offerId && status === "published"
        )
        if (offer === undefined) return Option.none()
        const properties = yield* TxHashMap.snapshot(memory.properties)
        const toStanding = yield* standing(memberId, now)
        return Option.some({
          standing: toStanding(offer),
          place: yield* findPlace(named, offer.organizationId),
          isHidden: lookUp(properties, offer.propertyId, ({ status }) => status) === "hidden",
          hasDueClaims: yield* hasDueClaims(memory, memberId, now)
        })
      }, Effect.tx),
      findPlace: (named) => Effect.tx(findPlace(named))
    })
  })
)
