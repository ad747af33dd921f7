import { table } from "../dataset/Table.ts"
import { SmsDelivery } from "./SmsDelivery.ts"
import { SmsInstallation } from "./SmsInstallation.ts"

/** SMS providers and their deliveries. */
export const smsTables = {
  smsInstallations: table(SmsInstallation, {
    key: ["id"],
    uniques: {
      sms_installations_tenant_key: { fields: ["organizationId", "id"] },
      sms_installations_xid_key: { fields: ["xid"] }
    },
    references: { sms_installations_workspace_fkey: { fields: ["organizationId", "workspaceId"], to: "workspaces" } },
    tenant: "organizationId",
    global: { xid: "a callback identifies the installation, whose secret signs it" }
  }),
  deliveries: table(SmsDelivery, {
    key: ["id"],
    uniques: {
      deliveries_xid_key: { fields: ["installationId", "xid"] },
      deliveries_provider_key: { fields: ["installationId", "providerDeliveryId"] },
      deliveries_message_key: { fields: ["messageId"] }
    },
    references: {
      deliveries_installation_fkey: { fields: ["organizationId", "installationId"], to: "smsInstallations" },
      deliveries_message_id_fkey: { fields: ["messageId"], to: "messages" }
    },
    tenant: "organizationId"
  })
}
