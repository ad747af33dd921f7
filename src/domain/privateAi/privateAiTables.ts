import { table } from "../dataset/Table.ts"
import { PrivateMessage, PrivateThread } from "./PrivateAnswer.ts"

/** Operators' private questions to the assistant, and its answers. */
export const privateAiTables = {
  privateAiThreads: table(PrivateThread, {
    key: ["id"],
    uniques: {
      private_ai_threads_consultation_key: { fields: ["consultationId"] },
      private_ai_threads_tenant_key: { fields: ["workspaceId", "operatorId", "id"] }
    },
    references: {
      private_ai_threads_operator_id_fkey: { fields: ["operatorId"], to: "operators" },
      private_ai_threads_organization_id_workspace_id_fkey: {
        fields: ["organizationId", "workspaceId"],
        to: "workspaces"
      }
    },
    tenant: "workspaceId"
  }),
  privateAiMessages: table(PrivateMessage, {
    key: ["id"],
    uniques: { private_ai_messages_xid_key: { fields: ["xid"] } },
    references: {
      private_ai_messages_action_id_fkey: { fields: ["actionId"], to: "actions" },
      private_ai_messages_organization_id_guest_id_fkey: { fields: ["organizationId", "guestId"], to: "guests" },
      private_ai_messages_team_id_fkey: { fields: ["teamId"], to: "teams" },
      private_ai_messages_workspace_id_operator_id_thread_id_fkey: {
        fields: ["workspaceId", "operatorId", "threadId"],
        to: "privateAiThreads"
      }
    },
    tenant: "workspaceId"
  })
}
