import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"

/** Points that expire at one moment. */
export const ExpiringPoints = Schema.Struct({
  points: Schema.Int.annotateKey({ description: "Points that expire" }),
  expiresAt: Instant.annotateKey({ description: "When they expire" })
})
export interface ExpiringPoints extends Schema.Schema.Type<typeof ExpiringPoints> {}

/** Points that expire within this many days count as expiring soon (MEM-092). */
export const expiringSoonDays = 90

/**
 * A member's balance (MEM-091, MEM-092): `spendablePoints` is VALID plus CREDIT; `pendingPoints` are credited after
 * their stays and are not included. Only VALID points expire, soonest first.
 */
export const WalletBalance = Schema.Struct({
  spendablePoints: Schema.Int.annotateKey({
    description: "Points that can be spent now: `validBalance` plus `creditBalance`"
  }),
  validBalance: Schema.Int.annotateKey({ description: "Points that count towards tiers and expire" }),
  creditBalance: Schema.Int.annotateKey({ description: "Promotional points, which do neither" }),
  pendingPoints: Schema.Int.annotateKey({ description: "Points to be credited after the stays that earn them" }),
  expiringPoints: Schema.Struct({
    windowDays: Schema.Int.annotateKey({ description: "Length of the window in days" }),
    total: Schema.Int.annotateKey({ description: "Points that expire within the window" }),
    nextExpirationDate: Schema.NullOr(Instant).annotateKey({
      description: "When the first of them expire; null if none do"
    }),
    items: Schema.Array(ExpiringPoints).annotateKey({ description: "Points by expiry, soonest first" })
  })
    .annotate({ identifier: "ExpiringPoints" })
    .annotateKey({ description: "Points that expire soon" })
}).annotate({ identifier: "WalletBalance" })
export interface WalletBalance extends Schema.Schema.Type<typeof WalletBalance> {}
