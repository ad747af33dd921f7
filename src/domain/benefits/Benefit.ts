import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { ProgramId, TierId } from "../programs/Program.ts"
import { VenueId } from "../properties/Property.ts"
import { CalendarDate, RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `xid`. */
export const BenefitId = RowId.pipe(Schema.brand("BenefitId"))
export type BenefitId = typeof BenefitId.Type

/** A benefit's external id, the same on every surface. */
export const BenefitXid = Schema.NonEmptyString.pipe(Schema.brand("BenefitXid"))
export type BenefitXid = typeof BenefitXid.Type

export const PerkHeroImage = Schema.Struct({
  url: Schema.String.annotateKey({ description: "URL of the image" }),
  alt: Schema.optionalKey(Schema.String).annotateKey({ description: "Alternative text" }),
  width: Schema.optionalKey(Schema.Int).annotateKey({ description: "Width in pixels" }),
  height: Schema.optionalKey(Schema.Int).annotateKey({ description: "Height in pixels" })
}).annotate({ identifier: "PerkHeroImage" })

export const PerkCardImage = Schema.Struct({
  url: Schema.String.annotateKey({ description: "URL of the image" }),
  alt: Schema.optionalKey(Schema.String).annotateKey({ description: "Alternative text" })
}).annotate({ identifier: "PerkCardImage" })

/**
 * Something a tier can be entitled to, called a perk on the member surface; it never has a price (MEM-005). A global
 * benefit applies wherever its entitlements do, one of `property` scope only at its `benefitVenues`. `redemptionType`
 * is an open set.
 */
export const Benefit = Schema.Struct({
  id: BenefitId,
  xid: BenefitXid,
  organizationId: OrganizationId,
  name: Schema.NonEmptyString,
  description: Schema.NullOr(Schema.String),
  kind: Schema.NonEmptyString,
  redemptionType: Schema.NonEmptyString,
  minTierLevel: Schema.Int,
  scope: Schema.Literals(["global", "property"]),
  howToRedeem: Schema.NullOr(Schema.String),
  heroImage: Schema.NullOr(PerkHeroImage),
  cardImage: Schema.NullOr(PerkCardImage),
  enabled: Schema.Boolean,
  archivedAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type Benefit = typeof Benefit.Type

/** A venue that offers a benefit of `property` scope. */
export const BenefitVenue = Schema.Struct({
  organizationId: OrganizationId,
  benefitId: BenefitId,
  propertyId: VenueId
})
export type BenefitVenue = typeof BenefitVenue.Type

/** A venue's own name and text for a benefit; `enabled` false removes the benefit there, global or not. */
export const BenefitVenueOverride = Schema.Struct({
  organizationId: OrganizationId,
  benefitId: BenefitId,
  propertyId: VenueId,
  overriddenName: Schema.NullOr(Schema.NonEmptyString),
  overriddenDescription: Schema.NullOr(Schema.NonEmptyString),
  enabled: Schema.Boolean,
  updatedAt: Schema.DateTimeUtc
})
export type BenefitVenueOverride = typeof BenefitVenueOverride.Type

/** A group of benefits: members know it by `id`, partners by `xid`. */
export const BenefitGroup = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  documentId: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  description: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean,
  stayRequired: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type BenefitGroup = typeof BenefitGroup.Type

/** A benefit's position in a group, from 1. */
export const BenefitGroupItem = Schema.Struct({
  organizationId: OrganizationId,
  groupId: RowId,
  benefitId: BenefitId,
  position: Schema.Int
})
export type BenefitGroupItem = typeof BenefitGroupItem.Type

/**
 * A tier's entitlement to `quantityPerStay` of a benefit: at `venueIds` (null: every venue of the organization), from
 * `validFrom` to `validTo` inclusive (null: open). One active entitlement per tier and benefit.
 */
export const Entitlement = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  programId: ProgramId,
  tierId: TierId,
  benefitId: BenefitId,
  quantityPerStay: Schema.Int,
  venueIds: Schema.NullOr(Schema.Array(VenueId)),
  validFrom: Schema.NullOr(CalendarDate),
  validTo: Schema.NullOr(CalendarDate),
  active: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type Entitlement = typeof Entitlement.Type
