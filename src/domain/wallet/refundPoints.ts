import { DateTime } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import { addEntry, type LotChange, type Move } from "./Move.ts"
import type { WalletEntry, WalletLot } from "./Wallet.ts"

const hour = 3_600_000
const minLife = 24 * hour
const maxLife = 30 * 24 * hour

/** The SPEND entries of a fulfillment, and the current state of every lot they took points from. */
export interface Charges {
  readonly entries: ReadonlyArray<WalletEntry>
  readonly lots: ReadonlyArray<WalletLot>
}

/**
 * When refunded points expire: with their lot or, if that has expired meanwhile, after the life the lot had left when
 * charged, clamped to 24 hours to 30 days. The clock stops while points are held and is never wound back.
 */
export const endOfRefund = (lot: WalletLot, chargedAt: DateTime.Utc, at: DateTime.Utc): DateTime.Utc | null => {
  if (lot.expiresAt === null || DateTime.isGreaterThan(lot.expiresAt, at)) return lot.expiresAt
  const left = lot.expiresAt.epochMilliseconds - chargedAt.epochMilliseconds
  return DateTime.add(at, { milliseconds: Math.min(Math.max(left, minLife), maxLife) })
}

const restoreLots = (move: Move, entry: WalletEntry, lots: ReadonlyMap<string, WalletLot>): ReadonlyArray<LotChange> =>
  entry.movements.map(({ lotId, points }): LotChange => {
    const lot = move.lots.get(lotId) ?? lots.get(lotId)
    // A foreign key guarantees the lot. Without it, the whole refund fails instead of losing these points.
    if (lot === undefined) throw new Error(`Lot ${lotId} of entry ${entry.id} is missing`)
    const expiresAt = endOfRefund(lot, entry.createdAt, move.at)
    // After a merge, points go to the current owner of the fulfillment (DOMAIN 4.5).
    const isRestored = lot.memberId === move.wallet.memberId && expiresAt === lot.expiresAt
    return isRestored ? { lot, points: -points } : { expiresAt, points: -points }
  })

/**
 * Refunds a whole charge: one positive ADJUST entry per SPEND entry, same asset, into the original lots. Never an EARN,
 * so it adds no tier progress (DOMAIN 4.1, MEM-080, MEM-081). Completes the spend items. The store refuses a second
 * reversal of an entry.
 */
export const refundPoints = (move: Move, fulfillmentId: FulfillmentId, charges: Charges): Move => {
  if (charges.entries.length === 0) return move
  const lots = new Map(charges.lots.map((lot) => [lot.id, lot]))
  const refunded = charges.entries.reduce(
    (after, entry) =>
      addEntry(
        after,
        {
          type: "ADJUST",
          asset: entry.asset,
          description: `Refund: ${entry.description}`,
          sourceType: "offer",
          sourceId: fulfillmentId,
          fulfillmentId,
          reversesEntryId: entry.id,
          metadata: { direction: "CREDIT", reason: "refund" }
        },
        restoreLots(after, entry, lots)
      ),
    move
  )
  return { ...refunded, settles: fulfillmentId }
}
