import { table } from "../dataset/Table.ts"
import { ChatConsultation } from "./ChatConsultation.ts"
import { ChatIdentity } from "./ChatIdentity.ts"
import { ChatInstallation } from "./ChatInstallation.ts"
import { ChatLinkToken } from "./ChatLinkToken.ts"
import { ProviderRequest } from "./ProviderRequest.ts"

/** Chat installations, their linked users, and their consultations. */
export const chatTables = {
  chatInstallations: table(ChatInstallation, {
    key: ["id"],
    uniques: {
      chat_installations_tenant_key: { fields: ["organizationId", "id"] },
      chat_installations_xid_key: { fields: ["xid"] }
    },
    references: { chat_installations_workspace_fkey: { fields: ["organizationId", "workspaceId"], to: "workspaces" } },
    tenant: "organizationId",
    global: { xid: "a callback identifies the installation, whose secret signs it" }
  }),
  chatIdentities: table(ChatIdentity, {
    key: ["id"],
    uniques: {
      chat_identities_xid_key: { fields: ["xid"] },
      chat_identities_user_key: { fields: ["installationId", "externalUserId"] }
    },
    references: {
      chat_identities_installation_fkey: { fields: ["organizationId", "installationId"], to: "chatInstallations" },
      chat_identities_operator_id_fkey: { fields: ["operatorId"], to: "operators" }
    },
    tenant: "organizationId"
  }),
  chatLinkTokens: table(ChatLinkToken, {
    key: ["id"],
    uniques: { chat_link_tokens_token_hash_key: { fields: ["tokenHash"] } },
    references: {
      chat_link_tokens_installation_fkey: { fields: ["organizationId", "installationId"], to: "chatInstallations" }
    },
    tenant: "organizationId"
  }),
  chatConsultations: table(ChatConsultation, {
    key: ["id"],
    uniques: {
      chat_consultations_xid_key: { fields: ["xid"] },
      chat_consultations_open_key: {
        fields: ["installationId", "externalUserId"],
        where: ({ closedAt }) => closedAt === null
      }
    },
    references: {
      chat_consultations_installation_fkey: { fields: ["organizationId", "installationId"], to: "chatInstallations" },
      chat_consultations_operator_id_fkey: { fields: ["operatorId"], to: "operators" },
      chat_consultations_workspace_fkey: { fields: ["organizationId", "workspaceId"], to: "workspaces" }
    },
    tenant: "organizationId",
    journal: true
  }),
  providerRequestLog: table(ProviderRequest, {
    key: ["installationId", "signedAt", "signature"],
    references: { provider_request_log_installation_id_fkey: { fields: ["installationId"], to: "chatInstallations" } },
    tenant: "installationId",
    journal: true
  })
}
