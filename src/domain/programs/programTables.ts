import { table } from "../dataset/Table.ts"
import { EarningRules, PointMultiplier, Program, ProgramVenue, Tier } from "./Program.ts"

/** Loyalty programs, their venues and tiers, and how points are earned. */
export const programTables = {
  programs: table(Program, {
    key: ["id"],
    uniques: { programs_tenant_key: { fields: ["organizationId", "id"] }, programs_xid_key: { fields: ["xid"] } },
    references: { programs_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId",
    global: { xid: "an administrative command identifies a program by its external id" }
  }),
  programVenues: table(ProgramVenue, {
    key: ["programId", "propertyId"],
    references: {
      program_venues_program_fkey: { fields: ["organizationId", "programId"], to: "programs" },
      program_venues_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" }
    },
    tenant: "organizationId"
  }),
  tiers: table(Tier, {
    key: ["id"],
    uniques: {
      tiers_level_key: { fields: ["programId", "level"] },
      tiers_tenant_key: { fields: ["organizationId", "programId", "id"] },
      tiers_xid_key: { fields: ["xid"] }
    },
    references: { tiers_organization_id_program_id_fkey: { fields: ["organizationId", "programId"], to: "programs" } },
    tenant: "organizationId"
  }),
  earningRules: table(EarningRules, {
    key: ["programId", "version"],
    references: {
      earning_rules_organization_id_program_id_fkey: { fields: ["organizationId", "programId"], to: "programs" }
    },
    tenant: "organizationId"
  }),
  pointMultipliers: table(PointMultiplier, {
    key: ["id"],
    uniques: { point_multipliers_xid_key: { fields: ["xid"] } },
    references: {
      point_multipliers_organization_id_fkey: { fields: ["organizationId"], to: "organizations" },
      point_multipliers_organization_id_property_id_fkey: { fields: ["organizationId", "propertyId"], to: "properties" }
    },
    tenant: "organizationId"
  })
}
