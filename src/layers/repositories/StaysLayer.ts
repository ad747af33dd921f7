import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { type Reservation, ReservationId, type ReservationXid } from "../../domain/reservations/Reservation.ts"
import { ReservationTaken } from "../../domain/reservations/ReservationErrors.ts"
import { stayOutcome } from "../../domain/reservations/stayOutcome.ts"
import { type DueKind, type DueStay, type Stay, Stays } from "../../domain/reservations/Stays.ts"
import { dateIn } from "../../domain/shared/calendar.ts"
import type { WalletEntry } from "../../domain/wallet/Wallet.ts"
import { firstDay } from "../../domain/shared/Scalars.ts"
import { maxInt } from "../../domain/shared/maxInt.ts"
import { makeStaysSql } from "../../sql/repositories/StaysSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { pointsOwner } from "./pointsOwner.ts"
import { stayFactsOf } from "./stayFactsOf.ts"

export const layerSql = Layer.effect(Stays, makeStaysSql)

const byCheckOut = Order.combine(
  Order.mapInput(binaryOrder, (stay: DueStay) => stay.checkOut),
  Order.mapInput(Order.Number, ({ id }) => id)
)

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ createdAt }: WalletEntry) => createdAt),
  Order.mapInput(binaryOrder, ({ id }: WalletEntry) => id)
)

/** The database's column types and checks on the amounts of a row. */
const isConsistent = ({ basePoints, finalizedAt, multiplier, totalPoints }: Reservation) =>
  [basePoints, multiplier, totalPoints].every((figure) => (figure === null) === (finalizedAt === null)) &&
  Math.max(basePoints ?? 0, totalPoints ?? 0) <= maxInt

export const layerMemory = Layer.effect(
  Stays,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { members, properties, reservations, walletActivity, walletEntries } = memory

    /** The member who holds the points credited for a finalised stay. */
    const holderOf = Effect.fnUntraced(function* ({ finalizedAt, id }: Reservation) {
      if (finalizedAt === null) return null
      const [credited] = (yield* TxHashMap.values(walletEntries))
        .filter(({ correctionId, reservationId, type }) => {
          return reservationId === id && (type === "EARN" || correctionId !== null)
        })
        .toSorted(oldestFirst)
      return pointsOwner(yield* TxHashMap.snapshot(members), credited?.memberId ?? null)
    })

    const stayOf = Effect.fnUntraced(function* (row: Reservation, now: DateTime.Utc) {
      const venue = yield* TxHashMap.get(properties, String(row.propertyId))
      if (Option.isNone(venue)) return yield* Effect.die(new Error(`No venue of stay ${row.id}`))
      const { name, timezone } = venue.value
      const memberId = (yield* holderOf(row)) ?? row.memberId
      const facts = yield* stayFactsOf(memory, { ...row, memberId }, now, { includesInputs: true })
      const stay: Stay = { row, facts, propertyName: name, timezone }
      return stay
    })

    const find = Effect.fnUntraced(function* (of: {
      readonly organizationId: OrganizationId
      readonly externalId: ReservationXid
    }) {
      return (yield* TxHashMap.values(reservations)).find(
        (row) => row.organizationId === of.organizationId && row.externalId === of.externalId
      )
    })

    /** The reservations with a pending earn, and its member. */
    const pendingMembers = Effect.fnUntraced(function* () {
      const pending = (yield* TxHashMap.values(walletActivity)).filter(
        (row) => row.type === "earn" && row.status === "pending"
      )
      return new Map(pending.map((row) => [row.reservationId, row.memberId]))
    })

    const kindOf = (
      { facts, row, timezone }: Stay,
      now: DateTime.Utc,
      hasPendingEarn: boolean
    ): DueKind | undefined => {
      const outcome = stayOutcome({ memberId: row.memberId, checkOut: row.checkOut, facts }, dateIn(now, timezone))
      if (outcome === "calledOff") return hasPendingEarn ? "calledOff" : undefined
      return outcome === "earns" ? "earning" : outcome === "ends" ? "unknown" : undefined
    }

    return Stays.of({
      find: Effect.fnUntraced(function* (of) {
        const row = yield* find(of)
        if (row === undefined) return Option.none()
        return Option.some({ id: row.id, memberId: row.memberId, holderId: yield* holderOf(row) })
      }, Effect.tx),
      findForUpdate: Effect.fnUntraced(function* ({ id, now }) {
        const row = yield* TxHashMap.get(reservations, String(id))
        return Option.isNone(row) ? Option.none() : Option.some(yield* stayOf(row.value, now))
      }, Effect.tx),
      insert: Effect.fnUntraced(function* (row) {
        const { externalId } = row
        if ((yield* find(row)) !== undefined) return yield* new ReservationTaken({ externalId })
        const ids = (yield* TxHashMap.values(reservations)).map((other) => other.id)
        const id = ReservationId.make(1 + Math.max(0, ...ids))
        yield* TxHashMap.set(reservations, String(id), { ...row, id })
        return id
      }, Effect.tx),
      update: Effect.fnUntraced(function* (row) {
        if (!isConsistent(row)) return yield* Effect.die(new Error(`Constraint: figures of stay ${row.id}`))
        yield* TxHashMap.modify(reservations, String(row.id), ({ createdAt, externalId, organizationId, uuid }) => ({
          ...row,
          createdAt,
          externalId,
          organizationId,
          uuid
        }))
      }, Effect.tx),
      getCorrected: Effect.fnUntraced(function* (id) {
        return (yield* TxHashMap.values(walletEntries))
          .filter((entry) => entry.reservationId === id && entry.correctionId !== null)
          .reduce((sum, { points }) => sum + points, 0)
      }, Effect.tx),
      listByPendingEarn: Effect.fnUntraced(function* (memberId) {
        return [...(yield* pendingMembers())]
          .flatMap(([id, owner]) => (id === null || owner !== memberId ? [] : [id]))
          .toSorted((a, b) => a - b)
      }, Effect.tx),
      listDue: Effect.fnUntraced(function* ({ after, kind, limit, now }) {
        const members = yield* pendingMembers()
        const due: Array<DueStay> = []
        for (const row of yield* TxHashMap.values(reservations)) {
          const { checkOut, id, memberId } = row
          if (kindOf(yield* stayOf(row, now), now, members.has(id)) !== kind) continue
          due.push({
            id,
            memberId: kind === "calledOff" ? (members.get(id) ?? null) : memberId,
            checkOut: checkOut ?? firstDay
          })
        }
        return due
          .filter((stay) => after === undefined || byCheckOut(stay, { ...after, memberId: null }) > 0)
          .toSorted(byCheckOut)
          .slice(0, limit)
      }, Effect.tx)
    })
  })
)
