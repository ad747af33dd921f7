import { table } from "../dataset/Table.ts"
import { PageGroupRow, PageVersionRow } from "./PageGroup.ts"

/** Pages and their versions. */
export const pageTables = {
  pageGroups: table(PageGroupRow, {
    key: ["id"],
    uniques: {
      page_groups_xid_key: { fields: ["xid"] },
      page_groups_tenant_key: { fields: ["organizationId", "id"] },
      page_groups_published_slug_key: { fields: ["organizationId", "publishedSlug"] },
      page_groups_custom_domain_id_key: { fields: ["customDomainId"] }
    },
    references: {
      page_groups_organization_id_fkey: { fields: ["organizationId"], to: "organizations" },
      page_groups_organization_id_property_id_fkey: { fields: ["organizationId", "propertyId"], to: "properties" },
      page_groups_custom_domain_fkey: { fields: ["organizationId", "customDomainId"], to: "customDomains" }
    },
    tenant: "organizationId",
    global: { customDomainId: "a request for a page carries only the hostname" }
  }),
  pageVersions: table(PageVersionRow, {
    key: ["id"],
    uniques: {
      page_versions_number_key: { fields: ["pageGroupId", "number"] },
      page_versions_draft_key: { fields: ["pageGroupId"], where: ({ publishedAt }) => publishedAt === null }
    },
    references: { page_versions_page_group_fkey: { fields: ["organizationId", "pageGroupId"], to: "pageGroups" } },
    tenant: "organizationId"
  })
}
