import { Schema, Struct } from "effect"
import { Benefit, BenefitGroup, BenefitVenueOverride, Entitlement } from "../benefits/Benefit.ts"
import { benefitFields, benefitImages, overrideFields } from "../benefits/benefitFields.ts"
import { benefitGroupFields, maxGroupBenefits } from "../benefits/benefitGroupFields.ts"
import { entitlementFields } from "../benefits/entitlementFields.ts"
import { codePoolFields } from "../codePools/codePoolFields.ts"
import { Offer } from "../offers/Offer.ts"
import { Organization } from "../organizations/Organization.ts"
import { earningBounds, EarningRuleView, uniqueRules } from "../programs/EarningRulesView.ts"
import { EarningRules, ProgramStatus } from "../programs/Program.ts"
import { programFields } from "../programs/ProgramSettings.ts"
import { multiplierBounds, tierFields, tierLevel } from "../programs/TierView.ts"
import { DecimalText } from "../shared/DecimalText.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { inYears } from "../shared/inYears.ts"
import { IsoInstant } from "../shared/IsoInstant.ts"

/** Maximum rows of one kind in a file. */
const maxRows = 10_000
const many = <S extends Schema.Constraint>(item: S) => Schema.Array(item).check(Schema.isMaxLength(maxRows))

const VenueIds = many(ExternalId)

const earning = EarningRuleView.fields

/** Decimals are text, to avoid rounding. */
const EarningRuleFile = Schema.Struct({
  category: earning.category,
  pointsPerUnit: DecimalText(earningBounds.pointsPerUnit),
  currency: earning.currency,
  minSpend: Schema.NullOr(DecimalText(earningBounds.minSpend)),
  maxPointsPerStay: earning.maxPointsPerStay,
  exclusions: earning.exclusions
})

const TierFile = Schema.Struct({
  tierId: ExternalId,
  level: tierLevel,
  name: tierFields.name,
  qualifyingPoints: tierFields.qualifyingPoints,
  qualifyingNights: tierFields.qualifyingNights,
  multiplier: DecimalText(multiplierBounds),
  validityMonths: tierFields.validityMonths,
  color: tierFields.color
})

const OverrideFile = Schema.Struct({
  venueId: ExternalId,
  ...overrideFields,
  enabled: BenefitVenueOverride.fields.enabled
})

const BenefitFile = Schema.Struct({
  benefitId: ExternalId,
  name: benefitFields.name,
  description: benefitFields.description,
  kind: benefitFields.kind,
  redemptionType: benefitFields.redemptionType,
  minTierLevel: benefitFields.minTierLevel,
  scope: benefitFields.scope,
  howToRedeem: benefitFields.howToRedeem,
  ...benefitImages,
  enabled: Benefit.fields.enabled,
  /** The venues of a benefit of `property` scope. */
  venueIds: VenueIds,
  overrides: many(OverrideFile)
})

const GroupFile = Schema.Struct({
  groupId: ExternalId,
  documentId: ExternalId,
  ...benefitGroupFields,
  ...Struct.pick(BenefitGroup.fields, ["enabled", "stayRequired"]),
  /** In group order. */
  benefitIds: Schema.Array(ExternalId).check(Schema.isMaxLength(maxGroupBenefits))
})

const EntitlementFile = Schema.Struct({
  entitlementId: ExternalId,
  tierId: ExternalId,
  benefitId: ExternalId,
  ...entitlementFields,
  ...Struct.pick(Entitlement.fields, ["validFrom", "validTo", "active"])
})

const PoolFile = Schema.Struct({
  poolId: ExternalId,
  offerId: Offer.fields.xid,
  ...codePoolFields,
  expiresAt: Schema.NullOr(IsoInstant.check(inYears(2000, 2999)))
})

/**
 * A program as a file: its configuration by external ids, without rows of members, stays or codes. Venues and offers
 * are not included and must exist where it is imported. Its values have the bounds of the Partner API's requests. Lists
 * are sorted by natural key, so that equal programs yield equal files.
 */
export const ProgramFile = Schema.Struct({
  format: Schema.Literal("hub.program/1"),
  /** The slug of the source organization, which is also the default target of an import. */
  organization: Organization.fields.slug,
  program: Schema.Struct({
    programId: ExternalId,
    name: programFields.name,
    description: programFields.description,
    status: ProgramStatus,
    currencyName: programFields.currencyName,
    pointsExpiryMonths: programFields.pointsExpiryMonths
  }),
  /** The participating venues. */
  venueIds: VenueIds,
  /** In version order; version numbers are not included. */
  earningRules: many(
    Schema.Struct({ effectiveFrom: EarningRules.fields.effectiveFrom, rules: uniqueRules(EarningRuleFile) })
  ),
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
