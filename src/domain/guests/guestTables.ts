import { table } from "../dataset/Table.ts"
import { Guest } from "./Guest.ts"

/** The guests of organizations. */
export const guestTables = {
  guests: table(Guest, {
    key: ["id"],
    uniques: {
      guests_tenant_key: { fields: ["organizationId", "id"] },
      guests_xid_key: { fields: ["organizationId", "xid"] }
    },
    references: {
      guests_member_id_fkey: { fields: ["memberId"], to: "members" },
      guests_organization_id_fkey: { fields: ["organizationId"], to: "organizations" }
    },
    tenant: "organizationId"
  })
}
