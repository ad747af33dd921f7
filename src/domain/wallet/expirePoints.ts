import { hasPassed } from "../shared/hasPassed.ts"
import { addEntry, type Move, openLots } from "./Move.ts"

/** Expires the remaining points of every due lot, one EXPIRE entry per lot (DOMAIN 4.1, MEM-092). */
export const expirePoints = (move: Move): Move =>
  openLots(move)
    .filter(({ expiresAt }) => hasPassed(expiresAt, move.at))
    .reduce(
      (after, lot) =>
        addEntry(
          after,
          {
            type: "EXPIRE",
            asset: lot.asset,
            description: "Points expired",
            sourceType: "adjustment",
            sourceId: lot.id
          },
          [{ lot, points: -lot.remaining }]
        ),
      move
    )
