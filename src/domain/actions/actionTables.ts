import { table } from "../dataset/Table.ts"
import { Action } from "./Action.ts"
import { ActionTransitionRow } from "./ActionTransition.ts"

/** Actions and their transitions. */
export const actionTables = {
  actions: table(Action, {
    key: ["id"],
    uniques: { actions_seq_key: { fields: ["workspaceId", "seq"] }, actions_xid_key: { fields: ["xid"] } },
    references: {
      actions_guest_id_fkey: { fields: ["guestId"], to: "guests" },
      actions_organization_id_workspace_id_fkey: { fields: ["organizationId", "workspaceId"], to: "workspaces" },
      actions_owner_integration_id_fkey: { fields: ["ownerIntegrationId"], to: "integrations" },
      actions_owner_operator_id_fkey: { fields: ["ownerOperatorId"], to: "operators" },
      actions_property_id_fkey: { fields: ["propertyId"], to: "properties" },
      actions_team_id_fkey: { fields: ["teamId"], to: "teams" }
    },
    tenant: "workspaceId"
  }),
  actionTransitions: table(ActionTransitionRow, {
    key: ["id"],
    uniques: {
      action_transitions_receipt_key: { fields: ["receiptXid"] },
      action_transitions_version_key: { fields: ["actionId", "resultingVersion"] }
    },
    references: { action_transitions_action_id_fkey: { fields: ["actionId"], to: "actions" } },
    tenant: "actionId"
  })
}
