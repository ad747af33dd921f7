import type { EntryType, WalletEntry } from "../wallet/Wallet.ts"

/** The kinds of point movements in financial terms; nothing else changes the balance. */
export const movements = ["earned", "spent", "refunded", "expired", "adjusted", "gifted"] as const
export type Movement = (typeof movements)[number]

/** The movement of each entry type; an ADJUST that reverses a charge is a refund (DOMAIN 4.2). */
export const movementsByType = {
  EARN: "earned",
  SPEND: "spent",
  EXPIRE: "expired",
  ADJUST: "adjusted",
  GIFT: "gifted"
} as const satisfies Record<EntryType, Movement>

export const movementOf = ({ reversesEntryId, type }: Pick<WalletEntry, "reversesEntryId" | "type">): Movement =>
  reversesEntryId === null ? movementsByType[type] : "refunded"
