import { DateTime, Effect, Stream } from "effect"
import { pointsOf } from "../../../src/domain/reservations/StayPoints.ts"
import { LedgerBooks } from "../../../src/domain/verify/LedgerBooks.ts"
import type { Asset } from "../../../src/domain/wallet/Wallet.ts"

const sorted = (rows: ReadonlyArray<unknown>) => rows.map((row) => JSON.stringify(row)).toSorted()

const brief = ({ asset, points }: { readonly asset: Asset; readonly points: number }) => [asset, points]

/** The final contents of the ledger and the related tables, without ids, which each store generates. */
export const booksOf = Effect.fnUntraced(function* (now: DateTime.Utc) {
  const books = yield* LedgerBooks
  const all = Effect.all({
    wallets: Stream.runCollect(books.wallets),
    lots: Stream.runCollect(books.lots),
    entries: Stream.runCollect(books.entries),
    activities: Stream.runCollect(books.activities),
    stays: Stream.runCollect(books.stays(now)),
    fulfillments: Stream.runCollect(books.fulfillments),
    transfers: Stream.runCollect(books.transfers),
    notifications: Stream.runCollect(books.notifications)
  })
  const read = yield* books.snapshot(all)
  return {
    wallets: read.wallets,
    lots: read.lots.map(({ id: _, sourceEntryId: __, ...lot }) => lot),
    entries: read.entries.map(({ asset, createdAt, memberId, movements, points, reversed, type }) => ({
      asset,
      createdAt,
      memberId,
      points,
      type,
      movements: movements?.map((movement) => movement.points),
      reversed: reversed === null ? null : [reversed.type, reversed.asset, reversed.points]
    })),
    activities: sorted(
      read.activities.map(({ amount, asset, createdAt, memberId, status, type }) => [
        memberId,
        DateTime.formatIso(createdAt),
        type,
        amount,
        asset,
        status
      ])
    ),
    stays: sorted(
      read.stays.map(({ adjusted, corrected, creditedTo, earned, externalId, facts, pendingMemberIds }) => [
        externalId,
        facts.status,
        facts.memberId,
        earned,
        creditedTo,
        adjusted,
        corrected,
        pendingMemberIds,
        pointsOf(facts).totalPoints
      ])
    ),
    fulfillments: sorted(
      read.fulfillments.map(
        ({ entries, history, pointsCharged, redemptions, redemptionType, spendStatuses, status }) => [
          status,
          redemptionType,
          pointsCharged,
          sorted(entries.map(brief)),
          spendStatuses.toSorted(),
          history,
          sorted(redemptions.map(({ action, fromStatus, toStatus }) => [action, fromStatus, toStatus]))
        ]
      )
    ),
    transfers: read.transfers.map(({ gifts, id, row }) => [id, row?.points, sorted(gifts.map(brief))]),
    notifications: sorted(
      read.notifications.map(({ memberId, counts, readAt, type }) => [memberId, type, readAt, counts])
    )
  }
})
