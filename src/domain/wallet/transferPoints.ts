import { addEntry, type LotChange, type Move, openLots } from "./Move.ts"
import { Asset } from "./Wallet.ts"

const addGift = (move: Move, transferId: string, asset: Asset, changes: ReadonlyArray<LotChange>): Move =>
  changes.length === 0
    ? move
    : addEntry(
        move,
        {
          type: "GIFT",
          asset,
          description: "Points transferred",
          sourceType: "transfer",
          sourceId: transferId,
          transferId
        },
        changes
      )

/**
 * Moves all points from one wallet to another, as two GIFT entries per asset whose sum is 0; a lot keeps its expiry
 * (DOMAIN 4, `transfers`).
 */
export const transferPoints = (
  from: Move,
  to: Move,
  transferId: string
): { readonly from: Move; readonly to: Move; readonly points: number } => {
  const lots = openLots(from)
  const lotsOf = (asset: Asset) => lots.filter((lot) => lot.asset === asset)
  return {
    from: Asset.literals.reduce(
      (move, asset) =>
        addGift(
          move,
          transferId,
          asset,
          lotsOf(asset).map((lot) => ({ lot, points: -lot.remaining }))
        ),
      from
    ),
    to: Asset.literals.reduce(
      (move, asset) =>
        addGift(
          move,
          transferId,
          asset,
          lotsOf(asset).map(({ expiresAt, remaining }) => ({ expiresAt, points: remaining }))
        ),
      to
    ),
    points: lots.reduce((sum, { remaining }) => sum + remaining, 0)
  }
}
