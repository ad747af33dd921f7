import { Schema, Struct } from "effect"
import { Benefit, BenefitGroup, BenefitVenueOverride, Entitlement } from "../benefits/Benefit.ts"
import { Offer } from "../offers/Offer.ts"
import { OfferCodePool } from "../offers/OfferCode.ts"
import { Organization } from "../organizations/Organization.ts"
import { EarningRule, EarningRules, Program, Tier } from "../programs/Program.ts"
import { ExternalId } from "../shared/ExternalId.ts"

/** Maximum rows of one kind in a file. */
const maxRows = 10_000
const many = <S extends Schema.Constraint>(item: S) => Schema.Array(item).check(Schema.isMaxLength(maxRows))

/** Decimals are text, to avoid rounding. */
const Decimal = Schema.BigDecimalFromString

const VenueIds = many(ExternalId)

const EarningRuleFile = Schema.Struct({
  ...EarningRule.fields,
  pointsPerUnit: Decimal,
  minSpend: Schema.NullOr(Decimal)
})

const TierFile = Schema.Struct({
  tierId: ExternalId,
  ...Struct.pick(Tier.fields, ["level", "name", "qualifyingPoints", "qualifyingNights"]),
  multiplier: Decimal,
  ...Struct.pick(Tier.fields, ["validityMonths", "color"])
})

const OverrideFile = Schema.Struct({
  venueId: ExternalId,
  ...Struct.pick(BenefitVenueOverride.fields, ["overriddenName", "overriddenDescription", "enabled"])
})

const BenefitFile = Schema.Struct({
  benefitId: ExternalId,
  ...Struct.pick(Benefit.fields, [
    "name",
    "description",
    "kind",
    "redemptionType",
    "minTierLevel",
    "scope",
    "howToRedeem",
    "heroImage",
    "cardImage",
    "enabled"
  ]),
  /** The venues of a benefit of `property` scope. */
  venueIds: VenueIds,
  overrides: many(OverrideFile)
})

const GroupFile = Schema.Struct({
  groupId: ExternalId,
  ...Struct.pick(BenefitGroup.fields, ["documentId", "name", "description", "enabled", "stayRequired"]),
  /** In group order. */
  benefitIds: many(ExternalId)
})

const EntitlementFile = Schema.Struct({
  entitlementId: ExternalId,
  tierId: ExternalId,
  benefitId: ExternalId,
  quantityPerStay: Entitlement.fields.quantityPerStay,
  /** Null: every venue. */
  venueIds: Schema.NullOr(VenueIds),
  ...Struct.pick(Entitlement.fields, ["validFrom", "validTo", "active"])
})

const PoolFile = Schema.Struct({
  poolId: ExternalId,
  offerId: Offer.fields.xid,
  name: OfferCodePool.fields.name,
  status: Schema.Literals(["active", "paused"]),
  lowStockThreshold: OfferCodePool.fields.lowStockThreshold,
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromString)
})

/**
 * A program as a file: its configuration by external ids, without rows of members, stays or codes. Venues and offers
 * are not included and must exist where it is imported. Lists are sorted by natural key, so that equal programs yield
 * equal files.
 */
export const ProgramFile = Schema.Struct({
  format: Schema.Literal("hub.program/1"),
  /** The slug of the source organization, which is also the default target of an import. */
  organization: Organization.fields.slug,
  program: Schema.Struct({
    programId: ExternalId,
    ...Struct.pick(Program.fields, ["name", "description", "status", "currencyName", "pointsExpiryMonths"])
  }),
  /** The participating venues. */
  venueIds: VenueIds,
  /** In version order; version numbers are not included. */
  earningRules: many(Schema.Struct({ effectiveFrom: EarningRules.fields.effectiveFrom, rules: many(EarningRuleFile) })),
  /** By level. */
  tiers: many(TierFile),
  /** Benefits that its tiers are entitled to, and benefits that share a group with one; by name, then id. */
  benefits: many(BenefitFile),
  /** Groups with a benefit that its tiers are entitled to; by name, then id. */
  groups: many(GroupFile),
  /** By tier level, then benefit, then id. */
  entitlements: many(EntitlementFile),
  /** Pools of its organization's offers; by offer, name, then id. */
  pools: many(PoolFile)
})
export interface ProgramFile extends Schema.Schema.Type<typeof ProgramFile> {}

export const programFileKinds = [
  "program",
  "program venue",
  "earning rules",
  "tier",
  "benefit",
  "benefit venue",
  "override",
  "group",
  "group membership",
  "entitlement",
  "pool"
] as const
export type ProgramFileKind = (typeof programFileKinds)[number]
