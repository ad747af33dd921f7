import { table } from "../dataset/Table.ts"
import { BrandRow } from "./BrandRow.ts"

/** The brands of the local core API. */
export const brandTables = {
  brands: table(BrandRow, {
    key: ["id"],
    uniques: {
      brands_document_id_key: { fields: ["documentId"] },
      brands_tenant_key: { fields: ["organizationId", "id"] }
    },
    references: { brands_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  })
}
