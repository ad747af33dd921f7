import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"

/** Points that expire at one moment. */
export const ExpiringPoints = Schema.Struct({ points: Schema.Int, expiresAt: Instant })
export interface ExpiringPoints extends Schema.Schema.Type<typeof ExpiringPoints> {}

/** Days ahead in which points count as expiring soon (MEM-092). */
export const windowDays = 90

/**
 * A member's balance (MEM-091, MEM-092): `spendablePoints` is VALID plus CREDIT; `pendingPoints` are credited after
 * their stays and not included. Only VALID points expire, soonest first.
 */
export const WalletBalance = Schema.Struct({
  spendablePoints: Schema.Int,
  validBalance: Schema.Int.annotateKey({ description: "Counts towards tiers, and expires" }),
  creditBalance: Schema.Int.annotateKey({ description: "Promotional: does neither" }),
  pendingPoints: Schema.Int.annotateKey({ description: "Held until after the stays that earn them" }),
  expiringPoints: Schema.Struct({
    windowDays: Schema.Int,
    total: Schema.Int,
    nextExpirationDate: Schema.NullOr(Instant),
    items: Schema.Array(ExpiringPoints)
  }).annotate({ identifier: "ExpiringPoints" })
}).annotate({ identifier: "WalletBalance" })
export interface WalletBalance extends Schema.Schema.Type<typeof WalletBalance> {}
