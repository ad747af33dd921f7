import { DateTime } from "effect"
import { endOfRefund } from "../wallet/refundPoints.ts"
import type { LotMovement, WalletLot } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import { instantOrNull } from "../shared/Instant.ts"
import type { BookedEntry } from "./LedgerBooks.ts"
import { hasEnded, openLotsInOrder } from "./openLotsInOrder.ts"

interface Replayed {
  readonly lot: WalletLot
  remaining: number
  isCredited: boolean
}

/** The minimum number of lots to buffer. */
const minBuffered = 1000

/**
 * Replays the entries of a member on their lots: a lot starts with the points that its source entry credited, holds
 * between 0 and that amount, only refunds return points to it, and EXPIRE entries take from it exactly after its end or
 * after the account was closed; charges and corrections take from lots in order, charges CREDIT last (DOMAIN 4, 4.1,
 * 4.5). Lots arrive in creation order, each before its source entry.
 * Exhausted lots are pruned from time to time, so that memory grows with the lots that can still change, not with all
 * that ever existed.
 */
export const replayLots = (compare: Compare) => {
  const lots = new Map<string, Replayed>()
  const open = openLotsInOrder()
  let pruneAt = minBuffered

  const begin = (replayed: Replayed, entry: BookedEntry, points: number) => {
    const { id, original, sourceEntryId } = replayed.lot
    replayed.isCredited = true
    compare("lot_source", `lot:${id}`, sourceEntryId, entry.id)
    compare("lot_original", `lot:${id}`, points, original)
  }

  const verifyEnd = ({ lot }: Replayed, entry: BookedEntry, closedAt: DateTime.Utc | null) => {
    if (hasEnded(lot, entry.createdAt)) return compare("lot_end", `entry:${entry.id}`, "EXPIRE", entry.type)
    const isClosed = closedAt !== null && DateTime.isGreaterThanOrEqualTo(entry.createdAt, closedAt)
    if (entry.type === "EXPIRE" && !isClosed) compare("lot_end", `entry:${entry.id}`, "a lot that has ended", lot.id)
  }

  const verifyOrder = ({ lot }: Replayed, entry: BookedEntry) => {
    const isConsumption = entry.type === "SPEND" || (entry.type === "ADJUST" && entry.reversesEntryId === null)
    if (!isConsumption) return
    const ofValid = entry.type === "SPEND" ? open.next("VALID", entry.createdAt) : undefined
    const due = ofValid ?? open.next(lot.asset, entry.createdAt)
    // One that is not open breaks the bounds of its lot instead.
    if (due !== undefined) compare("lot_order", `entry:${entry.id}`, due.id, lot.id)
  }

  const move = (entry: BookedEntry, { lotId, points }: LotMovement, closedAt: DateTime.Utc | null) => {
    const replayed = lots.get(lotId)
    if (replayed === undefined) return compare("movement_lot", `entry:${entry.id}`, "a lot of the member", lotId)
    const { asset, original, sourceEntryId } = replayed.lot
    compare("movement_asset", `entry:${entry.id}`, asset, entry.asset)
    if (!replayed.isCredited) begin(replayed, entry, points)
    else {
      verifyEnd(replayed, entry, closedAt)
      const isReturned = points < 0 || entry.reversesEntryId !== null
      if (!isReturned) compare("lot_source", `lot:${lotId}`, sourceEntryId, entry.id)
    }
    if (points < 0) verifyOrder(replayed, entry)
    replayed.remaining += points
    open.update(replayed.lot, replayed.remaining)
    const isWithin = replayed.remaining >= 0 && replayed.remaining <= original
    if (!isWithin) compare("lot_bounds", `lot:${lotId}`, `0 to ${original}`, `${replayed.remaining} by ${entry.id}`)
  }

  /**
   * A charge returns to its lots; to a new one instead of each that has ended or is of a merged account (DOMAIN 4.1).
   */
  const verifyRefund = (
    charge: NonNullable<BookedEntry["reversed"]>,
    id: string,
    movements: ReadonlyArray<LotMovement>,
    at: DateTime.Utc
  ) => {
    const newLot = (lotId: string) => {
      const lot = lots.get(lotId)?.lot
      return lot?.sourceEntryId === id ? lot : undefined
    }
    const due = (charge.movements ?? []).map(({ lotId, points }, place) => {
      const taken = lots.get(lotId)?.lot
      if (taken !== undefined && !hasEnded(taken, at)) return `${-points} to ${lotId}`
      const renewed = newLot(movements[place]?.lotId ?? "")
      if (taken !== undefined && renewed !== undefined) {
        const end = instantOrNull(endOfRefund(taken, charge.createdAt, at))
        compare("lot_expiry", `lot:${renewed.id}`, end, instantOrNull(renewed.expiresAt))
      }
      return `${-points} to a new lot`
    })
    const made = movements.map(({ lotId, points }) =>
      newLot(lotId) === undefined ? `${points} to ${lotId}` : `${points} to a new lot`
    )
    compare("entry_reversal", `entry:${id}`, due.join(", "), made.join(", "))
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
      const mustEnd = lot.asset === "VALID"
      const ends = lot.expiresAt !== null
      if (mustEnd !== ends)
        compare("lot_expiry", `lot:${lot.id}`, mustEnd ? "an end" : "no end", ends ? "an end" : "none")
      lots.set(lot.id, { lot, remaining: 0, isCredited: false })
    },
    entry: (entry: BookedEntry, closedAt: DateTime.Utc | null = null) => {
      const subject = `entry:${entry.id}`
      const { movements } = entry
      if (movements === null) return compare("entry_movements", subject, "movements", "unreadable")
      for (const movement of movements) move(entry, movement, closedAt)
      const sum = movements.reduce((total, { points }) => total + points, 0)
      compare("entry_movements", subject, entry.points, sum)
      const isMixed = movements.some(({ points }) => Math.sign(points) !== Math.sign(entry.points))
      if (isMixed && sum === entry.points) compare("entry_movements", subject, "one sign", "both signs")
      if (entry.reversed?.points === -entry.points) verifyRefund(entry.reversed, entry.id, movements, entry.createdAt)
    },
    end: () => lots.forEach(end)
  }
}
