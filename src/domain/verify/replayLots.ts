import { DateTime } from "effect"
import type { Compare } from "./Finding.ts"
import type { BookedEntry, BookedLot } from "./LedgerBooks.ts"

interface Replayed {
  readonly lot: BookedLot
  left: number
  isBorn: boolean
}

/**
 * Does to the lots of a member what his entries say, one after the other: a lot begins with the whole of what its source
 * entry credited, holds between nothing and that, and nothing but its expiry touches it once it has ended (DOMAIN 4, 4.1).
 */
export const replayLots = (compare: Compare) => {
  const lots = new Map<string, Replayed>()

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

  return {
    lot: (lot: BookedLot) => {
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
    end: () => {
      for (const [id, { isBorn, left, lot }] of lots) {
        if (!isBorn) compare("lot_source", `lot:${id}`, lot.sourceEntryId, "no entry of the member")
        compare("lot_remaining", `lot:${id}`, left, lot.remaining)
      }
    }
  }
}
