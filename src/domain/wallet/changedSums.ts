import type { DateTime } from "effect"
import { type Move, openLots } from "./Move.ts"
import type { Asset } from "./Wallet.ts"

/** What a move does to the sums and counts that a wallet keeps. */
export interface ChangedSums {
  readonly valid: number
  readonly credit: number
  /** When the first VALID lot that has points left ends from now on. */
  readonly nextExpiryAt: DateTime.Utc | null
  readonly entries: number
  readonly activities: number
}

/** Sums follow the entries, not the lots: each store holds one against the other. */
export const changedSums = (move: Move): ChangedSums => {
  const sum = (of: Asset) => move.entries.reduce((all, { asset, points }) => (asset === of ? all + points : all), 0)
  return {
    valid: sum("VALID"),
    credit: sum("CREDIT"),
    nextExpiryAt: openLots(move)[0]?.expiresAt ?? null,
    entries: move.entries.length,
    activities: move.activities.length
  }
}
