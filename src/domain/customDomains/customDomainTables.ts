import { table } from "../dataset/Table.ts"
import { CustomDomain, isHolder } from "./CustomDomain.ts"

export const customDomainTables = {
  customDomains: table(CustomDomain, {
    key: ["id"],
    uniques: {
      custom_domains_xid_key: { fields: ["xid"] },
      custom_domains_tenant_key: { fields: ["organizationId", "id"] },
      custom_domains_hostname_key: { fields: ["organizationId", "hostname"] },
      custom_domains_holder_key: { fields: ["hostname"], where: isHolder }
    },
    references: { custom_domains_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId",
    global: { hostname: "a request for a page carries only the hostname" }
  })
}
