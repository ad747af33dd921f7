import { addEntry, type Move, openLots } from "./Move.ts"

/** Removes all points of both assets, one EXPIRE entry per lot (DOMAIN 4.5). */
export const forfeitPoints = (move: Move): Move =>
  openLots(move).reduce(
    (after, lot) =>
      addEntry(
        after,
        {
          type: "EXPIRE",
          asset: lot.asset,
          description: "Account closed",
          sourceType: "adjustment",
          sourceId: lot.id
        },
        [{ lot, points: -lot.remaining }]
      ),
    move
  )
