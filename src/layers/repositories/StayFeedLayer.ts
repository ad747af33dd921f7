import { Effect, Layer, TxHashMap } from "effect"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import type { ReportedStay } from "../../domain/reservations/Reservation.ts"
import { StayFeed } from "../../domain/reservations/StayFeed.ts"
import { makeStayFeedSql } from "../../sql/repositories/StayFeedSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(StayFeed, makeStayFeedSql)

const reported = (row: Reservation): ReportedStay => ({
  externalId: row.externalId,
  propertyId: row.propertyId,
  memberId: row.memberId,
  status: row.status,
  pmsStatus: row.pmsStatus,
  confirmationCode: row.confirmationCode,
  checkIn: row.checkIn,
  checkOut: row.checkOut,
  guestCount: row.guestCount,
  bookingChannel: row.bookingChannel,
  guestLastName: row.guestLastName,
  guestEmail: row.guestEmail,
  spendMinor: row.spendMinor,
  currency: row.currency
})

export const layerMemory = Layer.effect(
  StayFeed,
  Effect.map(Memory, ({ members, properties, reservations }) =>
    StayFeed.of({
      listReferences: Effect.fnUntraced(function* ({ memberIds, organizationId, propertyIds, reservationIds }) {
        const stays = (yield* TxHashMap.values(reservations)).filter(
          (row) => row.organizationId === organizationId && reservationIds.includes(row.externalId)
        )
        const venues = (yield* TxHashMap.values(properties)).filter(
          (row) => row.organizationId === organizationId && propertyIds.includes(row.documentId)
        )
        const accounts = yield* TxHashMap.values(members)
        const open = accounts.flatMap(({ id, mergedInto, xid }) => {
          const account = accounts.find((account) => account.id === (mergedInto ?? id) && account.status !== "closed")
          return account === undefined || !memberIds.includes(xid) ? [] : [[xid, account.id] as const]
        })
        return {
          stays: new Map(stays.map((row) => [row.externalId, reported(row)])),
          venues: new Map(venues.map(({ documentId, id }) => [documentId, id])),
          members: new Map(open)
        }
      }, Effect.tx)
    })
  )
)
