import { table } from "../dataset/Table.ts"
import { Message } from "./Message.ts"
import { MessagingEvent } from "./MessagingEvent.ts"
import { MessagingGrant } from "./MessagingGrant.ts"
import { Conversation, Team, TeamMember, Workspace, WorkspaceCounter } from "./Workspace.ts"

/** Workspaces and their conversations. */
export const messagingTables = {
  workspaces: table(Workspace, {
    key: ["id"],
    uniques: { workspaces_tenant_key: { fields: ["organizationId", "id"] }, workspaces_xid_key: { fields: ["xid"] } },
    references: { workspaces_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  }),
  workspaceCounters: table(WorkspaceCounter, {
    key: ["workspaceId"],
    references: { workspace_counters_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" } },
    tenant: "workspaceId"
  }),
  teams: table(Team, {
    key: ["id"],
    uniques: { teams_xid_key: { fields: ["workspaceId", "xid"] } },
    references: { teams_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" } },
    tenant: "workspaceId"
  }),
  teamMembers: table(TeamMember, {
    key: ["teamId", "operatorId"],
    references: {
      team_members_operator_id_fkey: { fields: ["operatorId"], to: "operators" },
      team_members_team_id_fkey: { fields: ["teamId"], to: "teams" }
    },
    tenant: "operatorId"
  }),
  messagingGrants: table(MessagingGrant, {
    key: ["id"],
    uniques: {
      messaging_grants_active_key: { fields: ["integrationId", "workspaceId"], where: ({ active }) => active }
    },
    references: {
      messaging_grants_integration_id_fkey: { fields: ["integrationId"], to: "integrations" },
      messaging_grants_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" }
    },
    tenant: "integrationId"
  }),
  conversations: table(Conversation, {
    key: ["id"],
    uniques: { conversations_guest_key: { fields: ["workspaceId", "guestId"] } },
    references: {
      conversations_guest_id_fkey: { fields: ["guestId"], to: "guests" },
      conversations_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" }
    },
    tenant: "workspaceId"
  }),
  messages: table(Message, {
    key: ["id"],
    uniques: {
      messages_private_message_key: { fields: ["privateMessageId"] },
      messages_seq_key: { fields: ["conversationId", "seq"] },
      messages_xid_key: { fields: ["xid"] }
    },
    references: {
      messages_conversation_id_fkey: { fields: ["conversationId"], to: "conversations" },
      messages_private_message_id_fkey: { fields: ["privateMessageId"], to: "privateAiMessages" },
      messages_team_id_fkey: { fields: ["teamId"], to: "teams" }
    },
    tenant: "conversationId"
  }),
  messagingEvents: table(MessagingEvent, {
    key: ["workspaceId", "sequence"],
    references: {
      messaging_events_guest_id_fkey: { fields: ["guestId"], to: "guests" },
      messaging_events_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" }
    },
    tenant: "workspaceId"
  })
}
