import { hasPassed } from "../shared/hasPassed.ts"
import { addEntry, type Move, openLots } from "./Move.ts"
import type { WalletLot } from "./Wallet.ts"

/** Removes the remaining points of lots, one EXPIRE entry per lot. */
const removeLots = (move: Move, description: string, isRemoved: (lot: WalletLot) => boolean): Move =>
  openLots(move)
    .filter(isRemoved)
    .reduce(
      (after, lot) =>
        addEntry(after, { type: "EXPIRE", asset: lot.asset, description, sourceType: "adjustment", sourceId: lot.id }, [
          { lot, points: -lot.remaining }
        ]),
      move
    )

/** Expires the points of every due lot (DOMAIN 4.1, MEM-092). */
export const expirePoints = (move: Move): Move =>
  removeLots(move, "Points expired", ({ expiresAt }) => hasPassed(expiresAt, move.at))

/** Removes all points of both assets when an account is closed (DOMAIN 4.5). */
export const forfeitPoints = (move: Move): Move => removeLots(move, "Account closed", () => true)
