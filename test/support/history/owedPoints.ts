import { DateTime, Effect, Stream } from "effect"
import { isOpen } from "../../../src/domain/fulfillments/FulfillmentStatus.ts"
import { type BookedFulfillment, LedgerBooks } from "../../../src/domain/verify/LedgerBooks.ts"
import type { Asset, WalletLot } from "../../../src/domain/wallet/Wallet.ts"

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, number) => all + number, 0)

/** The points of an asset charged for claims, minus refunds. */
const costOf = (claims: ReadonlyArray<BookedFulfillment>, asset: Asset) =>
  0 - sum(claims.flatMap(({ entries }) => entries.flatMap((entry) => (entry.asset === asset ? [entry.points] : []))))

const monthOf = ({ expiresAt }: WalletLot) => (expiresAt === null ? null : DateTime.formatIso(expiresAt).slice(0, 7))

/** The points owed now, from data that a report about the past must not use: balances, remaining lots, statuses. */
export const owedPoints = Effect.gen(function* () {
  const books = yield* LedgerBooks
  const [wallets, lots, claims] = yield* books.snapshot(
    Effect.all([Stream.runCollect(books.wallets), Stream.runCollect(books.lots), Stream.runCollect(books.fulfillments)])
  )
  return (asset: Asset) => {
    const balance = sum(wallets.map((wallet) => (asset === "VALID" ? wallet.validBalance : wallet.creditBalance)))
    const open = lots.filter((lot) => lot.asset === asset && lot.remaining > 0)
    const months = [...new Set(open.map(monthOf))].toSorted()
    return {
      balance,
      expiring: months.map((month) => ({
        month,
        points: sum(open.flatMap((lot) => (monthOf(lot) === month ? [lot.remaining] : [])))
      })),
      overdueAt: (at: DateTime.Utc) =>
        sum(
          open.flatMap(({ expiresAt, remaining }) =>
            expiresAt !== null && expiresAt.epochMilliseconds <= at.epochMilliseconds ? [remaining] : []
          )
        ),
      held: costOf(
        claims.filter(({ status }) => isOpen(status)),
        asset
      ),
      redeemed: costOf(
        claims.filter(({ status }) => status === "fulfilled"),
        asset
      ),
      lapsed: costOf(
        claims.filter(({ status }) => status === "expired"),
        asset
      )
    }
  }
})

export type OwedPoints = Effect.Success<typeof owedPoints>
