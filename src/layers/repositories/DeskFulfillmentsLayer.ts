import { DateTime, Effect, HashMap, Layer, Option, Order, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
import type { DeskFulfillment } from "../../domain/fulfillments/DeskFulfillment.ts"
import { DeskFulfillments, type DeskSearch, type PendingFilter } from "../../domain/fulfillments/DeskFulfillments.ts"
import type { Fulfillment } from "../../domain/fulfillments/Fulfillment.ts"
import { isOpen } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { fulfillmentStatusAt, isDue } from "../../domain/fulfillments/fulfillmentTransitions.ts"
import { requiresVerificationCode } from "../../domain/offers/redemptionTypes.ts"
import type { Member } from "../../domain/members/Member.ts"
import type { Offer } from "../../domain/offers/Offer.ts"
import type { Property } from "../../domain/properties/Property.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import { containsText, foldText } from "../../domain/shared/foldText.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makeDeskFulfillmentsSql } from "../../sql/repositories/DeskFulfillmentsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { chargesOf } from "./fulfillmentView.ts"
import { highestTierOf } from "./highestTierOf.ts"
import { lookUp } from "./lookUp.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(DeskFulfillments, makeDeskFulfillmentsSql)

/** A claim at a venue within reach, with its rows; `stay` is null if the stay is not within reach. */
interface Standing {
  readonly row: Fulfillment
  readonly offer: Offer
  readonly member: Member
  readonly venue: Property
  readonly stay: Reservation | null
}

const firstClaimFirst = Order.combine(
  Order.mapInput(Order.Number, ({ row }: Standing) => row.claimedAt.epochMilliseconds),
  Order.mapInput(binaryOrder, ({ row }: Standing) => row.id)
)

const rowOf = <Row>(table: HashMap.HashMap<string, Row>, id: number) =>
  Option.getOrThrow(HashMap.get(table, String(id)))

const matchesText = (q: string, { member, offer, stay }: Standing) =>
  containsText(offer.name, q) ||
  containsText(`${member.firstName} ${member.lastName}`, q) ||
  containsText(stay?.confirmationCode ?? "", q)

const matches = (
  standing: Standing,
  { from, memberExternalId, now, offerId, q, reservationId, statuses, to }: DeskSearch
) =>
  (q === undefined || matchesText(q, standing)) &&
  (statuses === undefined || statuses.includes(fulfillmentStatusAt(standing.row, now))) &&
  (offerId === undefined || standing.offer.xid === offerId) &&
  (memberExternalId === undefined || standing.member.xid === memberExternalId) &&
  (reservationId === undefined || standing.stay?.externalId === reservationId) &&
  (from === undefined || DateTime.isGreaterThanOrEqualTo(standing.row.claimedAt, from)) &&
  (to === undefined || DateTime.isLessThan(standing.row.claimedAt, to))

const isPending = ({ row }: Standing, { now, statuses, updatedSince }: PendingFilter) =>
  isOpen(row.status) &&
  !isDue(row, now) &&
  (statuses === undefined || statuses.includes(row.status)) &&
  (updatedSince === undefined || DateTime.isGreaterThanOrEqualTo(row.updatedAt, updatedSince))

const markOf = (standings: ReadonlyArray<Standing>) =>
  standings
    .map(({ row, stay }) => `${row.id} ${row.version} ${stay?.updatedAt.epochMilliseconds ?? ""}`)
    .toSorted()
    .join(",")

export const layerMemory = Layer.effect(
  DeskFulfillments,
  Effect.gen(function* () {
    const memory = yield* Memory

    /** The claims at the venues of `within`, with the stays within `reach`. */
    const standingsWithin = Effect.fnUntraced(function* (reach: Reach, within: Reach = reach) {
      const offers = yield* TxHashMap.snapshot(memory.offers)
      const members = yield* TxHashMap.snapshot(memory.members)
      const properties = yield* TxHashMap.snapshot(memory.properties)
      const reservations = yield* TxHashMap.snapshot(memory.reservations)
      return (yield* TxHashMap.values(memory.fulfillments)).flatMap((row): ReadonlyArray<Standing> => {
        if (row.propertyId === null || !reachesVenue(within, row.organizationId, row.propertyId)) return []
        const stay = lookUp(reservations, row.reservationId, (row) => row)
        return [
          {
            row,
            offer: rowOf(offers, row.offerId),
            member: rowOf(members, row.memberId),
            venue: rowOf(properties, row.propertyId),
            stay: stay !== null && reachesVenue(reach, stay.organizationId, stay.propertyId) ? stay : null
          }
        ]
      })
    })

    const show = Effect.fnUntraced(function* ({ member, offer, row, stay, venue }: Standing, now: DateTime.Utc) {
      const tier = yield* highestTierOf(memory, row, now)
      const entries = yield* TxHashMap.values(memory.walletEntries)
      const fulfillment: DeskFulfillment = {
        id: row.id,
        status: fulfillmentStatusAt(row, now),
        offer: { id: offer.xid, name: offer.name, redemptionType: row.redemptionType },
        member: {
          externalId: member.xid,
          firstName: member.firstName,
          lastName: member.lastName,
          tierName: tier?.name ?? null
        },
        propertyId: venue.documentId,
        propertyName: venue.name,
        reservation:
          stay === null
            ? null
            : {
                reservationId: stay.externalId,
                confirmationCode: stay.confirmationCode,
                checkInDate: stay.checkIn,
                checkOutDate: stay.checkOut
              },
        pointsCharged: row.pointsCharged,
        charges: chargesOf(entries, row.id),
        claimedAt: DateTime.formatIso(row.claimedAt),
        approvedAt: instantOrNull(row.approvedAt),
        fulfilledAt: instantOrNull(row.fulfilledAt),
        rejectedAt: instantOrNull(row.rejectedAt),
        cancelledAt: instantOrNull(row.cancelledAt),
        expiresAt: DateTime.formatIso(row.expiresAt),
        verificationRequired: requiresVerificationCode(row.redemptionType),
        note: row.note,
        modification: row.modification,
        rejectionReason: row.rejectReason,
        version: row.version
      }
      return fulfillment
    })

    const pageOf = Effect.fnUntraced(function* (
      standings: ReadonlyArray<Standing>,
      { limit, now, offset }: { readonly limit: number; readonly now: DateTime.Utc; readonly offset: number }
    ) {
      const items = yield* Effect.forEach(standings.slice(offset, offset + limit), (standing) => show(standing, now))
      return { items, total: standings.length }
    })

    const pending = (filter: PendingFilter) =>
      Effect.map(standingsWithin(filter.reach, filter.within), (all) =>
        all.filter((standing) => isPending(standing, filter)).toSorted(firstClaimFirst)
      )

    return DeskFulfillments.of({
      search: Effect.fnUntraced(function* (query) {
        const order = query.newestFirst ? Order.flip(firstClaimFirst) : firstClaimFirst
        const standings = (yield* standingsWithin(query.reach, query.within))
          .filter((standing) => matches(standing, query))
          .toSorted(order)
        return yield* pageOf(standings, query)
      }, Effect.tx),
      listPending: Effect.fnUntraced(function* (query) {
        const standings = yield* pending(query)
        return { ...(yield* pageOf(standings, query)), mark: markOf(standings) }
      }, Effect.tx),
      getPendingMark: (filter) => Effect.tx(Effect.map(pending(filter), markOf)),
      get: Effect.fnUntraced(function* ({ id, now, reach }) {
        const standing = (yield* standingsWithin(reach)).find(({ row }) => row.id === id)
        if (standing === undefined) return yield* new NotFound({})
        return {
          fulfillment: yield* show(standing, now),
          venueId: standing.venue.id,
          isUnsettled: isDue(standing.row, now)
        }
      }, Effect.tx),
      listOfferNames: Effect.fnUntraced(function* ({ limit, q, reach }) {
        const claimed = new Set((yield* standingsWithin(reach)).map(({ offer }) => offer.id))
        const names = (yield* TxHashMap.values(memory.offers))
          .filter(
            ({ id, name, organizationId, propertyId, status }) =>
              status !== "draft" &&
              containsText(name, q) &&
              (propertyId === null ? claimed.has(id) : reachesVenue(reach, organizationId, propertyId))
          )
          .map(({ name }) => name)
        const begins = (name: string) => foldText(name).startsWith(foldText(q))
        const byPlace = Order.combine(Order.flip(Order.mapInput(Order.Boolean, begins)), binaryOrder)
        return [...new Set(names)].toSorted(byPlace).slice(0, limit)
      }, Effect.tx)
    })
  })
)
