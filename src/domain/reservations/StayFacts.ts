import { Schema } from "effect"
import { EarningRule, PointMultiplier, Program } from "../programs/Program.ts"
import { Reservation } from "./Reservation.ts"

/**
 * Everything that the points of a stay follow from, at one moment (MEM-047). Every query that shows points selects these
 * facts, and `pointsOf` alone reckons with them.
 */
export const StayFacts = Schema.Struct({
  status: Reservation.fields.status,
  pmsStatus: Reservation.fields.pmsStatus,
  /** The member who earns; null without one, and for one whose account is closed (DOMAIN 4.5). */
  memberId: Reservation.fields.memberId,
  checkIn: Reservation.fields.checkIn,
  spendMinor: Reservation.fields.spendMinor,
  currency: Reservation.fields.currency,
  /** Whose rules count: the program of the member's tier, without one the organization's first active program. */
  program: Schema.NullOr(
    Schema.Struct({ id: Program.fields.id, pointsExpiryMonths: Program.fields.pointsExpiryMonths })
  ),
  /** Of the highest tier that the member holds in a program of the stay's organization; null without one. */
  tierMultiplier: Schema.NullOr(Schema.BigDecimal),
  /** Those of the newest version in force on the day of check-in, in their order. */
  rules: Schema.Array(EarningRule),
  /** The campaigns whose days hold the check-in, at this venue or everywhere. */
  campaigns: Schema.Array(
    Schema.Struct({ multiplier: PointMultiplier.fields.multiplier, stacking: PointMultiplier.fields.stacking })
  ),
  /** The figures of a finalised stay; null before. */
  stored: Schema.NullOr(
    Schema.Struct({ basePoints: Schema.Int, multiplier: Schema.BigDecimal, totalPoints: Schema.Int })
  )
})
export type StayFacts = typeof StayFacts.Type
