import { Schema } from "effect"
import { EarningRule, PointMultiplier, Program } from "../programs/Program.ts"
import { Reservation } from "./Reservation.ts"

/**
 * All inputs of a stay's points at one moment (MEM-047). Every query that returns points selects these facts; only
 * `pointsOf` calculates with them.
 */
export const StayFacts = Schema.Struct({
  status: Reservation.fields.status,
  pmsStatus: Reservation.fields.pmsStatus,
  /** The member who earns; null without one, or if the account is closed (DOMAIN 4.5). */
  memberId: Reservation.fields.memberId,
  checkIn: Reservation.fields.checkIn,
  bookingChannel: Reservation.fields.bookingChannel,
  spendMinor: Reservation.fields.spendMinor,
  currency: Reservation.fields.currency,
  /**
   * The program whose rules apply: for a finalised stay the one that gave its points, if recorded, else that of the
   * member's tier, else the organization's first active program.
   */
  program: Schema.NullOr(
    Schema.Struct({ id: Program.fields.id, pointsExpiryMonths: Program.fields.pointsExpiryMonths })
  ),
  /** Of the member's highest tier in a program of the stay's organization; null without one. */
  tierMultiplier: Schema.NullOr(Schema.BigDecimal),
  /** The rules of the newest version in force on the check-in day, in order. */
  rules: Schema.Array(EarningRule),
  /** The campaigns that cover the check-in day, at this venue or everywhere. */
  campaigns: Schema.Array(
    Schema.Struct({ multiplier: PointMultiplier.fields.multiplier, stacking: PointMultiplier.fields.stacking })
  ),
  /** The figures of a finalised stay; null before finalisation. */
  stored: Schema.NullOr(
    Schema.Struct({ basePoints: Schema.Int, multiplier: Schema.BigDecimal, totalPoints: Schema.Int })
  )
})
export type StayFacts = typeof StayFacts.Type
