import type { DateTime } from "effect"
import type { ReservationId } from "../reservations/Reservation.ts"
import { addEntry, balanceOf, type LotChange, type Move, openLots } from "./Move.ts"
import type { Asset } from "./Wallet.ts"

/**
 * A correction from the core API, or points granted manually; `points` is signed and not 0. Applied once per
 * `correctionId`.
 */
export interface Adjustment {
  readonly correctionId: string
  readonly asset: Asset
  readonly points: number
  readonly description: string
  readonly reservationId?: ReservationId
  /** When credited VALID points expire. */
  readonly expiresAt: DateTime.Utc | null
}

const debit = (move: Move, { asset, points }: Adjustment): ReadonlyArray<LotChange> => {
  const changes: Array<LotChange> = []
  let left = -points
  for (const lot of openLots(move)) {
    if (lot.asset !== asset || left === 0) continue
    const part = Math.min(lot.remaining, left)
    changes.push({ lot, points: -part })
    left -= part
  }
  return changes
}

/**
 * Adds one ADJUST entry. A debit takes at most the asset's balance; a shortfall is recorded in the metadata and never
 * collected later (DOMAIN 6.1). A debit without any balance changes nothing.
 */
export const adjustPoints = (move: Move, adjustment: Adjustment): Move => {
  const { asset, correctionId, description, expiresAt, points, reservationId } = adjustment
  const changes = points > 0 ? [{ expiresAt: asset === "CREDIT" ? null : expiresAt, points }] : debit(move, adjustment)
  if (changes.length === 0) return move
  const shortfall = points > 0 ? 0 : Math.max(-points - balanceOf(move, asset), 0)
  return addEntry(
    move,
    {
      type: "ADJUST",
      asset,
      description,
      sourceType: "adjustment",
      sourceId: correctionId,
      correctionId,
      ...(reservationId === undefined ? {} : { reservationId }),
      metadata: {
        direction: points > 0 ? "CREDIT" : "DEBIT",
        reason: "correction",
        ...(shortfall === 0 ? {} : { shortfall })
      }
    },
    changes
  )
}
