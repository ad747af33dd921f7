import { Result } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import type { OfferXid } from "../offers/Offer.ts"
import { addEntry, balanceOf, type LotChange, type Move, openLots } from "./Move.ts"
import { Asset } from "./Wallet.ts"
import { PointsShort } from "./WalletErrors.ts"

/** The charge of a fulfillment; `points` is more than 0. */
export interface Charge {
  readonly points: number
  readonly fulfillmentId: FulfillmentId
  readonly offerId: OfferXid
  readonly offerName: string
}

/**
 * Charges a claim to the lots in order: VALID by earliest expiry, CREDIT last; one SPEND entry per asset used (DOMAIN
 * 4.1). Due lots must have been expired first.
 */
export const chargePoints = (move: Move, charge: Charge): Result.Result<Move, PointsShort> => {
  const spendable = balanceOf(move)
  if (spendable < charge.points) return Result.fail(new PointsShort({ required: charge.points, spendable }))
  const taken: Record<Asset, Array<LotChange>> = { VALID: [], CREDIT: [] }
  let left = charge.points
  for (const lot of openLots(move)) {
    if (left === 0) break
    const points = Math.min(lot.remaining, left)
    taken[lot.asset].push({ lot, points: -points })
    left -= points
  }
  return Result.succeed(
    Asset.literals
      .filter((asset) => taken[asset].length > 0)
      .reduce(
        (after, asset) =>
          addEntry(
            after,
            {
              type: "SPEND",
              asset,
              description: charge.offerName,
              sourceType: "offer",
              sourceId: charge.offerId,
              fulfillmentId: charge.fulfillmentId
            },
            taken[asset]
          ),
        move
      )
  )
}
