import { table } from "../dataset/Table.ts"
import { Organization, OrganizationIdentity } from "./Organization.ts"

/** The tenants. */
export const organizationTables = {
  organizations: table(Organization, {
    key: ["id"],
    uniques: { organizations_slug_key: { fields: ["slug"] }, organizations_xid_key: { fields: ["xid"] } },
    tenant: "id",
    global: {
      xid: "a callback or a command line identifies the organization itself",
      slug: "a bootstrap file identifies the organization itself"
    }
  }),
  organizationIdentities: table(OrganizationIdentity, {
    key: ["provider", "providerOrgId"],
    references: { organization_identities_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId",
    global: { providerOrgId: "a token of an identity provider identifies the organization by it" }
  })
}
