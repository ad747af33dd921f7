import { DateTime } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import { addEntry, type LotChange, type Move } from "./Move.ts"
import type { WalletEntry, WalletLot } from "./Wallet.ts"

const hour = 3_600_000
const leastHeld = 24 * hour
const mostHeld = 30 * 24 * hour

/** The SPEND entries of a fulfillment, and every lot that they took points from, as it is now. */
export interface Charges {
  readonly entries: ReadonlyArray<WalletEntry>
  readonly lots: ReadonlyArray<WalletLot>
}

/**
 * When points of a lot end that go back: as before, or, once that has passed, as much later as the lot had left when it was
 * charged, 24 hours to 30 days: the clock stands still while points are held and is never wound back.
 */
const endOfRefund = (lot: WalletLot, chargedAt: DateTime.Utc, at: DateTime.Utc): DateTime.Utc | null => {
  if (lot.expiresAt === null || DateTime.isGreaterThan(lot.expiresAt, at)) return lot.expiresAt
  const left = lot.expiresAt.epochMilliseconds - chargedAt.epochMilliseconds
  return DateTime.add(at, { milliseconds: Math.min(Math.max(left, leastHeld), mostHeld) })
}

const giveBack = (move: Move, entry: WalletEntry, lots: ReadonlyMap<string, WalletLot>): ReadonlyArray<LotChange> =>
  entry.movements.flatMap(({ lotId, points }): ReadonlyArray<LotChange> => {
    const lot = move.lots.get(lotId) ?? lots.get(lotId)
    if (lot === undefined) return []
    const expiresAt = endOfRefund(lot, entry.createdAt, move.at)
    // After a merge the points of a lot go to whoever has the fulfillment now (DOMAIN 4.5).
    const isRestored = lot.memberId === move.wallet.memberId && expiresAt === lot.expiresAt
    return [isRestored ? { lot, points: -points } : { expiresAt, points: -points }]
  })

/**
 * Gives a charge back whole: one positive ADJUST entry for each SPEND entry, same asset, into the lots it came from. Never
 * an EARN, so no tier progress (DOMAIN 4.1, MEM-080, MEM-081). The spend items are done with it. The store refuses a second
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
        giveBack(after, entry, lots)
      ),
    move
  )
  return { ...refunded, settles: fulfillmentId }
}
