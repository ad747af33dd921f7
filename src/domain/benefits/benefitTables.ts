import { table } from "../dataset/Table.ts"
import { Benefit, BenefitGroup, BenefitGroupItem, BenefitVenue, BenefitVenueOverride, Entitlement } from "./Benefit.ts"

/** Benefits, their venues and groups, and the entitlements to them. */
export const benefitTables = {
  benefits: table(Benefit, {
    key: ["id"],
    uniques: { benefits_tenant_key: { fields: ["organizationId", "id"] }, benefits_xid_key: { fields: ["xid"] } },
    references: { benefits_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  }),
  benefitVenues: table(BenefitVenue, {
    key: ["benefitId", "propertyId"],
    references: {
      benefit_venues_benefit_fkey: { fields: ["organizationId", "benefitId"], to: "benefits", cascade: true },
      benefit_venues_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" }
    },
    tenant: "organizationId"
  }),
  benefitVenueOverrides: table(BenefitVenueOverride, {
    key: ["benefitId", "propertyId"],
    references: {
      benefit_venue_overrides_benefit_fkey: { fields: ["organizationId", "benefitId"], to: "benefits", cascade: true },
      benefit_venue_overrides_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" }
    },
    tenant: "organizationId"
  }),
  benefitGroups: table(BenefitGroup, {
    key: ["id"],
    uniques: {
      benefit_groups_document_id_key: { fields: ["documentId"] },
      benefit_groups_tenant_key: { fields: ["organizationId", "id"] },
      benefit_groups_xid_key: { fields: ["xid"] }
    },
    references: { benefit_groups_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  }),
  benefitGroupItems: table(BenefitGroupItem, {
    key: ["groupId", "benefitId"],
    uniques: { benefit_group_items_position_key: { fields: ["groupId", "position"] } },
    references: {
      benefit_group_items_benefit_fkey: { fields: ["organizationId", "benefitId"], to: "benefits", cascade: true },
      benefit_group_items_group_fkey: { fields: ["organizationId", "groupId"], to: "benefitGroups", cascade: true }
    },
    tenant: "organizationId"
  }),
  entitlements: table(Entitlement, {
    key: ["id"],
    uniques: {
      entitlements_active_key: { fields: ["tierId", "benefitId"], where: ({ active }) => active },
      entitlements_xid_key: { fields: ["xid"] }
    },
    references: {
      entitlements_benefit_fkey: { fields: ["organizationId", "benefitId"], to: "benefits" },
      entitlements_tier_fkey: { fields: ["organizationId", "programId", "tierId"], to: "tiers" }
    },
    tenant: "organizationId"
  })
}
