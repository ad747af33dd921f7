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

export const ProgramStatus = Schema.Literals(["draft", "active", "archived"])

/**
 * A loyalty program of an organization. `version` and `updatedAt` advance with every change of the program, its tiers
 * or its venues.
 */
export const Program = Schema.Struct({
  id: ProgramId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  name: Schema.NonEmptyString,
  status: ProgramStatus,
  description: Schema.NullOr(Schema.String),
  currencyName: Schema.NonEmptyString,
  /** How long earned points are valid. */
  pointsExpiryMonths: Schema.Int,
  version: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
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
  validityMonths: Schema.Int,
  /** `#` and six lower-case hexadecimal digits. */
  color: Schema.NullOr(Schema.String),
  updatedAt: Schema.DateTimeUtc
})
export type Tier = typeof Tier.Type

/** A venue that takes part in a program. */
export const ProgramVenue = Schema.Struct({
  organizationId: OrganizationId,
  programId: ProgramId,
  propertyId: VenueId,
  joinedAt: Schema.DateTimeUtc
})
export type ProgramVenue = typeof ProgramVenue.Type

/**
 * Converts the spend of a stay in its currency to base points: `pointsPerUnit` is a decimal per unit of the currency,
 * the rule applies from `minSpend`, yields at most `maxPointsPerStay`, and does not apply to stays booked through a
 * channel in `exclusions`. `category` is a label.
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
 * A campaign: stays that check in within its period, at its venue or at every one if null, earn `multiplier` times the
 * points. The highest exclusive campaign counts; stackable ones multiply.
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
