import { table } from "../dataset/Table.ts"
import { ThemeKit } from "./ThemeKit.ts"

export const themeTables = {
  themeKits: table(ThemeKit, {
    key: ["id"],
    uniques: {
      theme_kits_xid_key: { fields: ["xid"] },
      theme_kits_default_key: { fields: ["organizationId"], where: ({ isDefault }) => isDefault }
    },
    references: { theme_kits_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  })
}
