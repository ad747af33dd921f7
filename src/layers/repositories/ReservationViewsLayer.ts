import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import type { ReservationPlace } from "../../domain/reservations/ReservationPlace.ts"
import {
  type ReservationFilter,
  type ReservationWithFacts,
  ReservationViews
} from "../../domain/reservations/ReservationViews.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makeReservationViewsSql } from "../../sql/repositories/ReservationViewsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { highestTierOf } from "./highestTierOf.ts"
import { lookUp } from "./lookUp.ts"
import { linkedMembers } from "./linkedMembers.ts"
import { stayFactsOf } from "./stayFactsOf.ts"

export const layerSql = Layer.effect(ReservationViews, makeReservationViewsSql)

/** Sorts after every date, like `infinity` in the database. */
const noCheckIn = "infinity"

const byPlace: Order.Order<ReservationPlace> = Order.combineAll([
  Order.mapInput(binaryOrder, ({ checkIn }: ReservationPlace) => checkIn ?? noCheckIn),
  Order.mapInput(binaryOrder, ({ externalId }) => externalId),
  Order.mapInput(Order.Number, ({ id }) => id)
])

const isAfter = Order.isGreaterThan(byPlace)

const byOrganization = Order.mapInput(Order.Number, ({ organizationId }: Reservation) => organizationId)

export const layerMemory = Layer.effect(
  ReservationViews,
  Effect.gen(function* () {
    const memory = yield* Memory

    const reachable = (reach: Reach) =>
      Effect.map(TxHashMap.values(memory.reservations), (rows) =>
        rows.filter(({ organizationId, propertyId }) => reachesVenue(reach, organizationId, propertyId))
      )

    const matching = Effect.fnUntraced(function* (reach: Reach, filter: ReservationFilter) {
      const { checkInFrom, checkInTo, memberXid, statuses, updatedSince } = filter
      const members = yield* TxHashMap.snapshot(memory.members)
      return (yield* reachable(reach)).filter(
        ({ checkIn, memberId, status, updatedAt }) =>
          (statuses === undefined || statuses.includes(status)) &&
          (checkInFrom === undefined || (checkIn !== null && checkIn >= checkInFrom)) &&
          (checkInTo === undefined || (checkIn !== null && checkIn <= checkInTo)) &&
          (memberXid === undefined || lookUp(members, memberId, ({ xid }) => xid) === memberXid) &&
          (updatedSince === undefined || DateTime.isGreaterThanOrEqualTo(updatedAt, updatedSince))
      )
    })

    const show = (now: DateTime.Utc) =>
      Effect.fnUntraced(function* (stay: Reservation) {
        const venue = lookUp(yield* TxHashMap.snapshot(memory.properties), stay.propertyId, (row) => row)
        if (venue === null) return yield* Effect.die(new Error(`No venue of reservation ${stay.id}`))
        const tier = yield* highestTierOf(memory, stay, now)
        const { bookingChannel, confirmationCode, externalId, guestCount, id, pmsStatus, status } = stay
        const standing: ReservationWithFacts = {
          id,
          reservationId: externalId,
          status,
          pmsStatus,
          confirmationCode,
          checkInDate: stay.checkIn,
          checkOutDate: stay.checkOut,
          guestCount,
          bookingChannel,
          property: { id: venue.documentId, name: venue.name },
          member: lookUp(yield* TxHashMap.snapshot(memory.members), stay.memberId, (member) => ({
            externalId: member.xid,
            firstName: member.firstName,
            lastName: member.lastName,
            tierName: tier?.name ?? null
          })),
          facts: yield* stayFactsOf(memory, stay, now),
          createdAt: DateTime.formatIso(stay.createdAt),
          updatedAt: DateTime.formatIso(stay.updatedAt)
        }
        return standing
      })

    return ReservationViews.of({
      list: Effect.fnUntraced(function* ({ after, limit, now, offset, reach, ...filter }) {
        const rows = (yield* matching(reach, filter)).filter((row) => after === undefined || isAfter(row, after))
        const page = rows.toSorted(byPlace).slice(offset, offset + limit)
        return yield* Effect.forEach(page, show(now))
      }, Effect.tx),
      get: Effect.fnUntraced(function* ({ now, reach, reservationId }) {
        const rows = (yield* reachable(reach)).toSorted(byOrganization)
        const found =
          rows.find(({ externalId }) => externalId === reservationId) ??
          rows.find(({ uuid }) => uuid === reservationId.toLowerCase())
        return found === undefined ? yield* new NotFound({}) : yield* show(now)(found)
      }, Effect.tx),
      listOfMember: Effect.fnUntraced(function* ({ limit, memberXid, now, offset, reach, statuses }) {
        const visible = yield* linkedMembers(memory, reach)
        if (visible.every(({ xid }) => xid !== memberXid)) return yield* new NotFound({})
        const filter = { statuses, memberXid, checkInFrom: undefined, checkInTo: undefined, updatedSince: undefined }
        const rows = yield* matching(reach, filter)
        const page = rows.toSorted(byPlace).slice(offset, offset + limit)
        return { items: yield* Effect.forEach(page, show(now)), total: rows.length }
      }, Effect.tx)
    })
  })
)
