import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"

/** Points that expire at one moment. */
export const ExpiringPoints = Schema.Struct({
  points: Schema.Int.annotateKey({ description: "Points that expire" }),
  expiresAt: Instant.annotateKey({ description: "When they expire" })
})
export interface ExpiringPoints extends Schema.Schema.Type<typeof ExpiringPoints> {}

/** Days ahead in which points count as expiring soon (MEM-092). */
export const windowDays = 90

/**
 * A member's balance (MEM-091, MEM-092): `spendablePoints` is VALID plus CREDIT; `pendingPoints` are credited after
 * their stays and not included. Only VALID points expire, soonest first.
 */
export const WalletBalance = Schema.Struct({
  spendablePoints: Schema.Int.annotateKey({
    description: "Points that can be spent now: `validBalance` and `creditBalance`"
  }),
  validBalance: Schema.Int.annotateKey({ description: "Counts towards tiers, and expires" }),
  creditBalance: Schema.Int.annotateKey({ description: "Promotional: does neither" }),
  pendingPoints: Schema.Int.annotateKey({ description: "Held until after the stays that earn them" }),
  expiringPoints: Schema.Struct({
    windowDays: Schema.Int.annotateKey({ description: "Days ahead that are looked at" }),
    total: Schema.Int.annotateKey({ description: "Points that expire within these days" }),
    nextExpirationDate: Schema.NullOr(Instant).annotateKey({
      description: "When the first of them expire; null when none do"
    }),
    items: Schema.Array(ExpiringPoints).annotateKey({ description: "What expires when, soonest first" })
  })
    .annotate({ identifier: "ExpiringPoints" })
    .annotateKey({ description: "What expires soon" })
}).annotate({ identifier: "WalletBalance" })
export interface WalletBalance extends Schema.Schema.Type<typeof WalletBalance> {}
