import { DateTime } from "effect"
import type { WalletLot } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedEntry } from "./LedgerBooks.ts"

interface Replayed {
  readonly lot: WalletLot
  remaining: number
  isCredited: boolean
}

/** The minimum number of lots to buffer. */
const minBuffered = 1000

/**
 * Replays the entries of a member on their lots: a lot starts with the points that its source entry credited, holds
 * between 0 and that amount, and after its expiry only EXPIRE entries change it (DOMAIN 4, 4.1). Lots arrive in
 * creation order, each before its source entry. Exhausted lots are pruned from time to time, so that memory grows with
 * the lots that can still change, not with all that ever existed.
 */
export const replayLots = (compare: Compare) => {
  const lots = new Map<string, Replayed>()
  let pruneAt = minBuffered

  const begin = (replayed: Replayed, entry: BookedEntry, points: number) => {
    const { id, original, sourceEntryId } = replayed.lot
    replayed.isCredited = true
    compare("lot_source", `lot:${id}`, sourceEntryId, entry.id)
    compare("lot_original", `lot:${id}`, points, original)
  }

  const move = (entry: BookedEntry, lotId: string, points: number) => {
    const replayed = lots.get(lotId)
    if (replayed === undefined) return compare("movement_lot", `entry:${entry.id}`, "a lot of the member", lotId)
    const { asset, expiresAt, original } = replayed.lot
    compare("movement_asset", `entry:${entry.id}`, asset, entry.asset)
    const hasEnded = expiresAt !== null && DateTime.isGreaterThanOrEqualTo(entry.createdAt, expiresAt)
    if (!replayed.isCredited) begin(replayed, entry, points)
    else if (hasEnded) compare("lot_end", `entry:${entry.id}`, "EXPIRE", entry.type)
    replayed.remaining += points
    const isWithin = replayed.remaining >= 0 && replayed.remaining <= original
    if (!isWithin) compare("lot_bounds", `lot:${lotId}`, `0 to ${original}`, `${replayed.remaining} by ${entry.id}`)
  }

  const end = ({ isCredited, remaining, lot }: Replayed) => {
    if (!isCredited) compare("lot_source", `lot:${lot.id}`, lot.sourceEntryId, "no entry of the member")
    compare("lot_remaining", `lot:${lot.id}`, remaining, lot.remaining)
  }

  const pruneExhausted = (now: DateTime.Utc) => {
    for (const [id, replayed] of lots) {
      const { expiresAt } = replayed.lot
      const isOver = expiresAt !== null && DateTime.isLessThan(expiresAt, now)
      if (!isOver || !replayed.isCredited || replayed.remaining !== 0) continue
      end(replayed)
      lots.delete(id)
    }
    pruneAt = Math.max(minBuffered, 2 * lots.size)
  }

  return {
    lot: (lot: WalletLot) => {
      if (lots.size >= pruneAt) pruneExhausted(lot.createdAt)
      lots.set(lot.id, { lot, remaining: 0, isCredited: false })
    },
    entry: (entry: BookedEntry) => {
      let sum = 0
      for (const { lotId, points } of entry.movements) {
        sum += points
        move(entry, lotId, points)
      }
      compare("entry_movements", `entry:${entry.id}`, entry.points, sum)
    },
    end: () => lots.forEach(end)
  }
}
