import { DateTime } from "effect"
import type { WalletLot } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedEntry } from "./LedgerBooks.ts"

interface Replayed {
  readonly lot: WalletLot
  left: number
  isBorn: boolean
}

/** So many lots are held whatever became of them. */
const leastHeld = 1000

/**
 * Does to the lots of a member what the entries say, one after the other: a lot begins with the whole of what its
 * source entry credited, holds between nothing and that, and nothing but its expiry touches it once it has ended
 * (DOMAIN 4, 4.1). Lots come as they were made, each before its source entry. Those that ended empty are forgotten now
 * and then: what is held grows with the lots that may still move, not with all that there ever were.
 */
export const replayLots = (compare: Compare) => {
  const lots = new Map<string, Replayed>()
  let most = leastHeld

  const begin = (replayed: Replayed, entry: BookedEntry, points: number) => {
    const { id, original, sourceEntryId } = replayed.lot
    replayed.isBorn = true
    compare("lot_source", `lot:${id}`, sourceEntryId, entry.id)
    compare("lot_original", `lot:${id}`, points, original)
  }

  const move = (entry: BookedEntry, lotId: string, points: number) => {
    const replayed = lots.get(lotId)
    if (replayed === undefined) return compare("movement_lot", `entry:${entry.id}`, "a lot of the member", lotId)
    const { asset, expiresAt, original } = replayed.lot
    compare("movement_asset", `entry:${entry.id}`, asset, entry.asset)
    const hasEnded = expiresAt !== null && DateTime.isGreaterThanOrEqualTo(entry.createdAt, expiresAt)
    if (!replayed.isBorn) begin(replayed, entry, points)
    else if (hasEnded) compare("lot_end", `entry:${entry.id}`, "EXPIRE", entry.type)
    replayed.left += points
    const isWithin = replayed.left >= 0 && replayed.left <= original
    if (!isWithin) compare("lot_bounds", `lot:${lotId}`, `0 to ${original}`, `${replayed.left} by ${entry.id}`)
  }

  const end = ({ isBorn, left, lot }: Replayed) => {
    if (!isBorn) compare("lot_source", `lot:${lot.id}`, lot.sourceEntryId, "no entry of the member")
    compare("lot_remaining", `lot:${lot.id}`, left, lot.remaining)
  }

  const forgetEnded = (now: DateTime.Utc) => {
    for (const [id, replayed] of lots) {
      const { expiresAt } = replayed.lot
      const isOver = expiresAt !== null && DateTime.isLessThan(expiresAt, now)
      if (!isOver || !replayed.isBorn || replayed.left !== 0) continue
      end(replayed)
      lots.delete(id)
    }
    most = Math.max(leastHeld, 2 * lots.size)
  }

  return {
    lot: (lot: WalletLot) => {
      if (lots.size >= most) forgetEnded(lot.createdAt)
      lots.set(lot.id, { lot, left: 0, isBorn: false })
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
