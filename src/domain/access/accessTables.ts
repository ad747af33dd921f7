import { table } from "../dataset/Table.ts"
import { ApiKey, Integration } from "./ApiKey.ts"

/** Integrations and the keys of all surfaces. */
export const accessTables = {
  integrations: table(Integration, {
    key: ["id"],
    uniques: {
      integrations_tenant_key: { fields: ["organizationId", "id"] },
      integrations_xid_key: { fields: ["xid"] }
    },
    references: { integrations_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  }),
  apiKeys: table(ApiKey, {
    key: ["id"],
    uniques: { api_keys_secret_hash_key: { fields: ["secretHash"] }, api_keys_xid_key: { fields: ["xid"] } },
    references: {
      api_keys_organization_id_fkey: { fields: ["organizationId"], to: "organizations" },
      api_keys_organization_id_integration_id_fkey: { fields: ["organizationId", "integrationId"], to: "integrations" }
    },
    tenant: "organizationId",
    global: { secretHash: "the key identifies its tenant", xid: "administrative commands name a key" }
  })
}
