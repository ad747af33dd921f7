import type { DateTime } from "effect"
import { type Move, openLots } from "./Move.ts"
import type { Asset } from "./Wallet.ts"

/** The changes of a move to a wallet's cached sums and counts. */
export interface ChangedSums {
  readonly valid: number
  readonly credit: number
  /** The earliest expiry of a VALID lot with points remaining after the move. */
  readonly nextExpiryAt: DateTime.Utc | null
  readonly entries: number
  readonly activities: number
}

/** Sums are taken from the entries, not the lots, so that each store can check one against the other. */
export const changedSums = (move: Move): ChangedSums => {
  const sum = (asset: Asset) =>
    move.entries.reduce((total, entry) => (entry.asset === asset ? total + entry.points : total), 0)
  return {
    valid: sum("VALID"),
    credit: sum("CREDIT"),
    nextExpiryAt: openLots(move)[0]?.expiresAt ?? null,
    entries: move.entries.length,
    activities: move.activities.length
  }
}
