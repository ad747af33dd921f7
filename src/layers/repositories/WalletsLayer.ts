import { DateTime, Effect, HashMap, Layer, Option, Order, TxHashMap } from "effect"
import type { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import type { MemberId } from "../../domain/members/Member.ts"
import type { ReservationId } from "../../domain/reservations/Reservation.ts"
import { changedSums } from "../../domain/wallet/changedSums.ts"
import { expiryMillis, inOrder, type Move } from "../../domain/wallet/Move.ts"
import { emptyWallet, type Wallet, type WalletActivity, type WalletLot } from "../../domain/wallet/Wallet.ts"
import { Wallets } from "../../domain/wallet/Wallets.ts"
import { makeWalletsSql } from "../../sql/repositories/WalletsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"
import { brokenByEntries, brokenByLot, brokenByWallet } from "./walletConstraints.ts"

export const layerSql = Layer.effect(Wallets, makeWalletsSql)

const byEnd = Order.combine(
  Order.mapInput(Order.Number, expiryMillis),
  Order.mapInput(Order.Number, ({ memberId }: WalletLot) => memberId)
)

const byId = Order.mapInput(binaryOrder, ({ id }: { readonly id: string }) => id)

const refuse = (broken: string | undefined) =>
  broken === undefined ? Effect.void : Effect.die(new Error(`Constraint: ${broken}`))

const isPendingEarn = ({ status, type }: WalletActivity) => type === "earn" && status === "pending"

/** The twin over the in-memory tables. Violating a constraint of the database is a defect. */
export const layerMemory = Layer.effect(
  Wallets,
  Effect.gen(function* () {
    const { members, reservations, walletActivity, walletEntries, walletLots, wallets } = yield* Memory

    const get = (memberId: MemberId) =>
      Effect.map(
        TxHashMap.get(wallets, String(memberId)),
        Option.getOrElse(() => emptyWallet(memberId))
      )

    const put = Effect.fnUntraced(function* (wallet: Wallet) {
      if (!(yield* TxHashMap.has(members, String(wallet.memberId)))) yield* refuse(`no member ${wallet.memberId}`)
      yield* refuse(brokenByWallet(wallet))
      yield* TxHashMap.set(wallets, String(wallet.memberId), wallet)
    })

    const insertRows = Effect.fnUntraced(function* ({ activities, entries, lots }: Move) {
      yield* refuse(brokenByEntries(yield* TxHashMap.values(walletEntries), entries))
      for (const entry of entries) {
        const { reservationId } = entry
        const isKnown = reservationId === null || (yield* TxHashMap.has(reservations, String(reservationId)))
        if (!isKnown) yield* refuse(`no reservation ${reservationId}`)
        yield* TxHashMap.set(walletEntries, entry.id, entry)
      }
      for (const lot of lots.values()) {
        yield* refuse(brokenByLot(lot))
        yield* TxHashMap.set(walletLots, lot.id, lot)
      }
      for (const activity of activities) yield* TxHashMap.set(walletActivity, activity.id, activity)
    })

    const settle = Effect.fnUntraced(function* (fulfillmentId: FulfillmentId) {
      for (const row of yield* TxHashMap.values(walletActivity)) {
        if (row.fulfillmentId !== fulfillmentId || row.type !== "spend") continue
        const completed: WalletActivity = { ...row, status: "completed" }
        yield* TxHashMap.set(walletActivity, row.id, completed)
      }
    })

    const findPendingEarn = Effect.fnUntraced(function* (reservationId: ReservationId) {
      const rows = yield* TxHashMap.values(walletActivity)
      return rows.find((row) => isPendingEarn(row) && row.reservationId === reservationId)
    })

    const getForUpdate = Effect.fnUntraced(function* (memberId: MemberId) {
      const wallet = yield* get(memberId)
      yield* put(wallet)
      const lots = (yield* TxHashMap.values(walletLots)).filter((lot) => lot.memberId === memberId && lot.remaining > 0)
      const isClosed = lookUp(yield* TxHashMap.snapshot(members), memberId, ({ status }) => status) === "closed"
      return { memberId, movedAt: wallet.movedAt, isClosed, lots: inOrder(lots) }
    }, Effect.tx)

    const listCharges = Effect.fnUntraced(function* (fulfillmentId: FulfillmentId) {
      const entries = (yield* TxHashMap.values(walletEntries)).filter(
        (entry) => entry.type === "SPEND" && entry.fulfillmentId === fulfillmentId
      )
      const lots = yield* TxHashMap.snapshot(walletLots)
      const charged = entries.toSorted(byId)
      return {
        entries: charged,
        lots: charged.flatMap(({ movements }) =>
          movements.flatMap(({ lotId }) => Option.toArray(HashMap.get(lots, lotId)))
        )
      }
    }, Effect.tx)

    return Wallets.of({
      getForUpdate,
      getChargedForUpdate: (memberId, fulfillmentId) =>
        Effect.tx(Effect.all({ wallet: getForUpdate(memberId), charges: listCharges(fulfillmentId) })),
      get,
      insertMove: Effect.fnUntraced(function* (move) {
        if (move.entries.length === 0) return
        const { activities, credit, entries, nextExpiryAt, valid } = changedSums(move)
        const wallet = yield* get(move.wallet.memberId)
        yield* put({
          ...wallet,
          validBalance: wallet.validBalance + valid,
          creditBalance: wallet.creditBalance + credit,
          nextExpiryAt,
          movedAt: move.at,
          entryCount: wallet.entryCount + entries,
          activityCount: wallet.activityCount + activities
        })
        yield* insertRows(move)
        if (move.settles !== null) yield* settle(move.settles)
      }, Effect.tx),
      updateSpendCompleted: (fulfillmentId) => Effect.tx(settle(fulfillmentId)),
      insertPendingEarn: Effect.fnUntraced(function* (activity) {
        const { reservationId } = activity
        const isTaken = reservationId === null || (yield* findPendingEarn(reservationId)) !== undefined
        if (isTaken) yield* refuse(`there is a pending earn of reservation ${reservationId}`)
        yield* put(yield* get(activity.memberId))
        yield* TxHashMap.set(walletActivity, activity.id, activity)
      }, Effect.tx),
      findPendingEarn: (reservationId) => Effect.tx(findPendingEarn(reservationId)),
      updatePendingEarn: Effect.fnUntraced(function* (reservationId, { amount, status }) {
        const pending = yield* findPendingEarn(reservationId)
        if (pending === undefined) return
        if (amount === 0) {
          yield* TxHashMap.remove(walletActivity, pending.id)
          return
        }
        yield* TxHashMap.set(walletActivity, pending.id, { ...pending, status, amount })
        const wallet = yield* get(pending.memberId)
        yield* put({ ...wallet, activityCount: wallet.activityCount + 1 })
      }, Effect.tx),
      changePendingEarnMember: Effect.fnUntraced(function* (reservationId, memberId) {
        const pending = yield* findPendingEarn(reservationId)
        if (pending === undefined) return
        yield* put(yield* get(memberId))
        yield* TxHashMap.set(walletActivity, pending.id, { ...pending, memberId })
      }, Effect.tx),
      listDue: Effect.fnUntraced(function* (now, limit, except) {
        const due = (yield* TxHashMap.values(walletLots)).filter(
          (lot) =>
            lot.remaining > 0 && expiryMillis(lot) <= DateTime.toEpochMillis(now) && !except.includes(lot.memberId)
        )
        const first = due.toSorted(byEnd).slice(0, limit)
        return [...new Set(first.map(({ memberId }) => memberId))].toSorted((a, b) => a - b)
      }, Effect.tx)
    })
  })
)
