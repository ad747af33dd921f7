import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import type { MemberId } from "../../domain/members/Member.ts"
import type { ActivityRecord } from "../../domain/wallet/ActivityRecord.ts"
import type { TransactionRecord } from "../../domain/wallet/TransactionRecord.ts"
import { emptyWallet, type WalletActivity, type WalletEntry } from "../../domain/wallet/Wallet.ts"
import {
  type ActivityQuery,
  type EntriesQuery,
  type Unsettled,
  type WalletViewQuery,
  WalletViews
} from "../../domain/wallet/WalletViews.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { makeWalletViewsSql } from "../../sql/repositories/WalletViewsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { hasDueClaims } from "./hasDueClaims.ts"
import { lookUp } from "./lookUp.ts"
import { stayFactsOf } from "./stayFactsOf.ts"

export const layerSql = Layer.effect(WalletViews, makeWalletViewsSql)

type Listed = Pick<WalletActivity | WalletEntry, "id" | "memberId" | "type" | "createdAt">

const newestFirst = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, ({ createdAt }: Listed) => createdAt.epochMilliseconds),
    Order.mapInput(binaryOrder, ({ id }: Listed) => id)
  )
)

const matches =
  ({ from, memberId, to, type }: EntriesQuery | ActivityQuery) =>
  (row: Listed) =>
    row.memberId === memberId &&
    (type === undefined || row.type === type) &&
    (from === undefined || DateTime.isGreaterThanOrEqualTo(row.createdAt, from)) &&
    (to === undefined || DateTime.isLessThan(row.createdAt, to))

const pageOf = <Row extends Listed>(rows: ReadonlyArray<Row>, { limit, offset }: { limit: number; offset: number }) =>
  rows.toSorted(newestFirst).slice(offset, offset + limit)

const toTransaction = ({
  asset,
  createdAt,
  description,
  id,
  metadata,
  points,
  type
}: WalletEntry): TransactionRecord => ({
  id,
  type,
  points,
  assetType: asset,
  description,
  createdAt: DateTime.formatIso(createdAt),
  metadata
})

export const layerMemory = Layer.effect(
  WalletViews,
  Effect.gen(function* () {
    const memory = yield* Memory

    const walletOf = Effect.fnUntraced(function* (memberId: MemberId) {
      const wallets = yield* TxHashMap.snapshot(memory.wallets)
      return lookUp(wallets, memberId, (row) => row) ?? emptyWallet(memberId)
    })

    const unsettledOf = Effect.fnUntraced(function* ({ memberId, now }: Pick<EntriesQuery, "memberId" | "now">) {
      const { nextExpiryAt } = yield* walletOf(memberId)
      return {
        hasDueLots: hasPassed(nextExpiryAt, now),
        hasDueClaims: yield* hasDueClaims(memory, memberId, now)
      } satisfies Unsettled
    })

    const expiringOf = Effect.fnUntraced(function* ({ memberId, until }: WalletViewQuery) {
      const sums = new Map<string, number>()
      for (const { expiresAt, memberId: owner, remaining } of yield* TxHashMap.values(memory.walletLots)) {
        if (owner !== memberId || remaining === 0) continue
        if (expiresAt === null || DateTime.isGreaterThan(expiresAt, until)) continue
        const moment = DateTime.formatIso(expiresAt)
        sums.set(moment, (sums.get(moment) ?? 0) + remaining)
      }
      return [...sums].toSorted().map(([expiresAt, points]) => ({ points, expiresAt }))
    })

    const pendingEarnsOf = Effect.fnUntraced(function* ({ memberId, now }: WalletViewQuery) {
      const stays = yield* TxHashMap.snapshot(memory.reservations)
      const pending = (yield* TxHashMap.values(memory.walletActivity)).flatMap((row) => {
        const stay = lookUp(stays, row.reservationId, (row) => row)
        const isPending = row.memberId === memberId && row.type === "earn" && row.status === "pending"
        return isPending && stay !== null ? [{ activityId: row.id, stay }] : []
      })
      return yield* Effect.forEach(pending, ({ activityId, stay }) =>
        Effect.map(stayFactsOf(memory, stay, now), (facts) => ({ activityId, facts }))
      )
    })

    const viewOf = Effect.fnUntraced(function* (query: WalletViewQuery) {
      const { creditBalance, validBalance } = yield* walletOf(query.memberId)
      const [expiring, pendingEarns] = [yield* expiringOf(query), yield* pendingEarnsOf(query)]
      return { ...(yield* unsettledOf(query)), validBalance, creditBalance, expiring, pendingEarns }
    })

    const entriesOf = Effect.fnUntraced(function* (query: EntriesQuery) {
      const rows = (yield* TxHashMap.values(memory.walletEntries)).filter(matches(query))
      return { items: pageOf(rows, query).map(toTransaction), total: rows.length }
    })

    const activityOf = Effect.fnUntraced(function* (row: WalletActivity, pending: ReadonlyMap<string, number>) {
      const stay = lookUp(yield* TxHashMap.snapshot(memory.reservations), row.reservationId, (row) => row)
      const properties = yield* TxHashMap.snapshot(memory.properties)
      const { amount, asset, createdAt, description, id, sourceId, sourceType, status, type } = row
      return {
        id,
        type,
        amount: amount ?? pending.get(id) ?? 0,
        assetType: asset,
        description,
        sourceType,
        sourceId,
        createdAt: DateTime.formatIso(createdAt),
        status,
        ...omitNull({
          propertyName: lookUp(properties, stay?.propertyId ?? null, ({ name }) => name),
          reservationConfirmationCode: stay?.confirmationCode ?? null
        })
      } satisfies ActivityRecord
    })

    return WalletViews.of({
      get: (query) => Effect.tx(viewOf(query)),
      getWithEntries: Effect.fnUntraced(function* (query) {
        const { items } = yield* entriesOf({ ...query, type: undefined, from: undefined, to: undefined })
        return { ...(yield* viewOf(query)), entries: items }
      }, Effect.tx),
      listEntries: Effect.fnUntraced(function* (query) {
        return { ...(yield* unsettledOf(query)), ...(yield* entriesOf(query)) }
      }, Effect.tx),
      listActivity: Effect.fnUntraced(function* (query) {
        const rows = (yield* TxHashMap.values(memory.walletActivity)).filter(
          (row) => matches(query)(row) && (row.amount !== null || query.pendingEarns.has(row.id))
        )
        const items = yield* Effect.forEach(pageOf(rows, query), (row) => activityOf(row, query.pendingEarns))
        return { ...(yield* unsettledOf(query)), items, total: rows.length }
      }, Effect.tx)
    })
  })
)
