import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { IntegrationId } from "../../domain/access/ApiKey.ts"
import { IntegrationGrant } from "../../domain/messaging/MessagingGrant.ts"
import type { MessagingGrants } from "../../domain/messaging/MessagingGrants.ts"
import { Workspace } from "../../domain/messaging/Workspace.ts"

const { workspace: _, ...grantFields } = IntegrationGrant.fields

const Row = Schema.Struct({
  ...grantFields,
  workspaceId: Workspace.fields.id,
  workspaceXid: Workspace.fields.xid,
  workspaceStatus: Workspace.fields.status
})

const grantOf = ({ workspaceId, workspaceXid, workspaceStatus, ...grant }: typeof Row.Type): IntegrationGrant => ({
  workspace: { id: workspaceId, xid: workspaceXid, status: workspaceStatus },
  ...grant
})

export const makeMessagingGrantsSql: Effect.Effect<MessagingGrants["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectByIntegration = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Row,
      execute: (integrationId) => sql`
        SELECT
          w.id AS "workspaceId", w.xid AS "workspaceXid", w.status AS "workspaceStatus", g.permissions,
          g.audience_workspace AS "audienceWorkspace", g.audience_team_ids AS "audienceTeamIds", g.active,
          o.messaging_activated_at IS NOT NULL AS "organizationActivated"
        FROM messaging_grants g
        JOIN integrations i ON i.id = g.integration_id
        JOIN workspaces w ON w.id = g.workspace_id AND w.organization_id = i.organization_id
        JOIN organizations o ON o.id = w.organization_id
        WHERE g.integration_id = ${integrationId}
        ORDER BY g.id`
    })

    return {
      listByIntegration: (integrationId: IntegrationId) =>
        Effect.map(Effect.orDie(selectByIntegration(integrationId)), (rows) => rows.map(grantOf))
    }
  }
)
