import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { CalendarDate, RowId } from "../shared/Scalars.ts"

/** Internal row id. */
export const ProgramId = RowId.pipe(Schema.brand("ProgramId"))
export type ProgramId = typeof ProgramId.Type

/** Internal row id. */
export const TierId = RowId.pipe(Schema.brand("TierId"))
export type TierId = typeof TierId.Type

/** A loyalty program of an organization. */
export const Program = Schema.Struct({
  id: ProgramId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  name: Schema.NonEmptyString,
  status: Schema.Literals(["draft", "active", "archived"]),
  description: Schema.NullOr(Schema.String),
  currencyName: Schema.NonEmptyString,
  /** How long earned points are valid. */
  pointsExpiryMonths: Schema.Int
})
export type Program = typeof Program.Type

/**
 * A tier of a program; `level` counts from 1, `multiplier` is a decimal with two places. It requires
 * `qualifyingPoints`, and `qualifyingNights` where set, and is held for `validityMonths` (DOMAIN 4.4).
 */
export const Tier = Schema.Struct({
  id: TierId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  programId: ProgramId,
  name: Schema.NonEmptyString,
  level: Schema.Int,
  qualifyingPoints: Schema.Int,
  qualifyingNights: Schema.NullOr(Schema.Int),
  multiplier: Schema.BigDecimal,
  validityMonths: Schema.Int
})
export type Tier = typeof Tier.Type

/**
 * Converts spend to base points for stays of its category and currency: `pointsPerUnit` is a decimal per unit of the
 * currency, spend below `minSpend` earns nothing, and a stay earns at most `maxPointsPerStay`.
 */
export const EarningRule = Schema.Struct({
  category: Schema.NonEmptyString,
  pointsPerUnit: Schema.BigDecimal,
  currency: Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/u)),
  minSpend: Schema.NullOr(Schema.BigDecimal),
  maxPointsPerStay: Schema.NullOr(Schema.Int),
  exclusions: Schema.Array(Schema.String)
})
export type EarningRule = typeof EarningRule.Type

/** One version of a program's rules, for stays that check in from `effectiveFrom` on. Append-only. */
export const EarningRules = Schema.Struct({
  organizationId: OrganizationId,
  programId: ProgramId,
  version: Schema.Int,
  rules: Schema.Array(EarningRule),
  effectiveFrom: CalendarDate,
  createdAt: Schema.DateTimeUtc
})
export type EarningRules = typeof EarningRules.Type

/**
 * A campaign: stays that check in between its days, at its venue or at every one, earn `multiplier` times the points.
 * The highest exclusive campaign counts; stackable ones multiply.
 */
export const PointMultiplier = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  propertyId: Schema.NullOr(VenueId),
  name: Schema.NonEmptyString,
  multiplier: Schema.BigDecimal,
  startsAt: Schema.DateTimeUtc,
  endsAt: Schema.DateTimeUtc,
  stacking: Schema.Literals(["exclusive", "stackable"])
})
export type PointMultiplier = typeof PointMultiplier.Type
