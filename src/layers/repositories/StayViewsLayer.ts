import { type DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { isSameCode, isSameEmail } from "../../domain/reservations/matchesGuest.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import { type DatedStay, StayViews, type StayViewsQuery } from "../../domain/reservations/StayViews.ts"
import { makeStayViewsSql } from "../../sql/repositories/StayViewsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"
import { stayFactsOf } from "./stayFactsOf.ts"

export const layerSql = Layer.effect(StayViews, makeStayViewsSql)

interface Dated {
  readonly stay: Reservation
  readonly checkIn: string
  readonly checkOut: string
}

const byId = Order.mapInput(Order.Number, ({ stay }: Dated) => stay.id)

const orders: { readonly [By in StayViewsQuery["sortBy"]]: Order.Order<Dated> } = {
  id: Order.flip(
    Order.combine(
      Order.mapInput(Order.Number, ({ stay }: Dated) => stay.createdAt.epochMilliseconds),
      byId
    )
  ),
  checkInDate: Order.combine(
    Order.mapInput(binaryOrder, ({ checkIn }: Dated) => checkIn),
    byId
  ),
  checkOutDate: Order.combine(
    Order.mapInput(binaryOrder, ({ checkOut }: Dated) => checkOut),
    byId
  )
}

const newestFirst = Order.flip(byId)

export const layerMemory = Layer.effect(
  StayViews,
  Effect.gen(function* () {
    const memory = yield* Memory

    const dated = Effect.map(TxHashMap.values(memory.reservations), (rows) =>
      rows.flatMap((stay): ReadonlyArray<Dated> => {
        const { checkIn, checkOut } = stay
        return checkIn === null || checkOut === null ? [] : [{ stay, checkIn, checkOut }]
      })
    )

    const show = (now: DateTime.Utc) =>
      Effect.fnUntraced(function* ({ checkIn, checkOut, stay }: Dated) {
        const venue = lookUp(yield* TxHashMap.snapshot(memory.properties), stay.propertyId, (row) => row)
        const brand = lookUp(yield* TxHashMap.snapshot(memory.brands), venue?.brandId ?? null, (row) => row)
        if (venue === null || brand === null) return yield* Effect.die(new Error(`No venue of stay ${stay.id}`))
        const {
          bookingChannel,
          confirmationCode,
          externalId,
          guestCount,
          guestEmail,
          guestLastName,
          id,
          memberId,
          status
        } = stay
        const view: DatedStay = {
          id,
          memberId,
          externalId,
          status,
          confirmationCode,
          guestCount,
          bookingChannel,
          guestLastName,
          guestEmail,
          checkIn,
          checkOut,
          property: {
            id: venue.id,
            documentId: venue.documentId,
            name: venue.name,
            location: `${venue.city}, ${venue.country}`,
            imageUrl: venue.hero?.url ?? null,
            brand: { documentId: brand.documentId, name: brand.name }
          },
          facts: yield* stayFactsOf(memory, stay, now)
        }
        return view
      })

    return StayViews.of({
      list: Effect.fnUntraced(function* ({ from, limit, memberId, now, offset, sortBy, status, to }) {
        const matching = (yield* dated).filter(
          ({ checkIn, checkOut, stay }) =>
            stay.memberId === memberId &&
            (from === undefined || checkIn >= from) &&
            (to === undefined || checkOut <= to) &&
            (status === undefined || stay.status === status)
        )
        const page = matching.toSorted(orders[sortBy]).slice(offset, offset + limit)
        return { items: yield* Effect.forEach(page, show(now)), total: matching.length }
      }, Effect.tx),
      findByMember: Effect.fnUntraced(function* ({ externalId, memberId, now }) {
        const [newest] = (yield* dated)
          .filter(({ stay }) => stay.memberId === memberId && stay.externalId === externalId)
          .toSorted(newestFirst)
        return newest === undefined ? Option.none() : Option.some(yield* show(now)(newest))
      }, Effect.tx),
      listByConfirmation: Effect.fnUntraced(function* ({ confirmationCode, email, memberId, now }) {
        const isOwn = ({ stay }: Dated) => stay.memberId === memberId
        const found = (yield* dated).filter(
          (view) =>
            isSameCode(view.stay.confirmationCode, confirmationCode) &&
            (isOwn(view) || isSameEmail(view.stay.guestEmail, email))
        )
        const ownFirst = Order.combine(Order.mapInput(Order.flip(Order.Boolean), isOwn), newestFirst)
        return yield* Effect.forEach(found.toSorted(ownFirst), show(now))
      }, Effect.tx)
    })
  })
)
