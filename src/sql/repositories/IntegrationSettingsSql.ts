import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Integration, IntegrationId } from "../../domain/access/ApiKey.ts"
import type { MessagingGrant } from "../../domain/messaging/MessagingGrant.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import {
  GrantSummary,
  type IntegrationSettings,
  KeySummary,
  maxKeysListed
} from "../../domain/settings/IntegrationSettings.ts"
import { lockOrganization } from "../fragments/lockOrganization.ts"
import { Timestamp } from "../statements/columns.ts"
import { rowsSql } from "../statements/rowsSql.ts"

/** Integrations, their keys and their grants, in this database. */
export const makeIntegrationSettingsSql: Effect.Effect<IntegrationSettings["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const integrations = rowsSql(sql, "integrations")
    const grants = rowsSql(sql, "messagingGrants")

    const selectKeys = SqlSchema.findAll({
      Request: OrganizationId,
      Result: KeySummary,
      execute: (organizationId) => sql`
        SELECT n.xid AS id, n.integration_id AS "integrationId", n.name, n.origin, n.prefix, n.last_four AS "lastFour",
          n.permissions, n.created_at AS "createdAt", n.expires_at AS "expiresAt", n.revoked_at AS "revokedAt",
          n.last_used_at AS "lastUsedAt"
        FROM (
          SELECT k.id, k.xid, k.integration_id, k.name, k.origin, k.prefix, k.last_four, k.permissions, k.created_at,
            k.expires_at, k.revoked_at, k.last_used_at, row_number() OVER (PARTITION BY k.integration_id ORDER BY k.id DESC) AS rank
          FROM api_keys k
          WHERE k.organization_id = ${organizationId} AND k.surface = 'hub' AND k.integration_id IS NOT NULL
        ) n
        WHERE n.rank <= ${maxKeysListed}::int
        ORDER BY n.id DESC`
    })

    const selectGrants = SqlSchema.findAll({
      Request: OrganizationId,
      Result: GrantSummary,
      execute: (organizationId) => sql`
        SELECT n."integrationId", n.scope, n.permissions, n."audienceWorkspace", n."teamXids", n.active, n."deactivatedAt"
        FROM (
          SELECT DISTINCT ON (g.integration_id, g.workspace_id)
            g.id, g.integration_id AS "integrationId", w.xid AS scope, g.permissions,
            g.audience_workspace AS "audienceWorkspace",
            ARRAY(SELECT t.xid FROM teams t WHERE t.workspace_id = w.id AND t.id = ANY (g.audience_team_ids) ORDER BY t.id)
              AS "teamXids",
            g.active, g.deactivated_at AS "deactivatedAt"
          FROM integrations i
          JOIN messaging_grants g ON g.integration_id = i.id
          JOIN workspaces w ON w.id = g.workspace_id AND w.organization_id = i.organization_id
          WHERE i.organization_id = ${organizationId}
          ORDER BY g.integration_id, g.workspace_id, g.active DESC, g.id DESC
        ) n
        ORDER BY n.id`
    })

    const countOf = SqlSchema.findOne({
      Request: OrganizationId,
      Result: Schema.Struct({ integrations: Schema.Int }),
      execute: (organizationId) => sql`
        SELECT count(*)::int AS integrations FROM integrations i WHERE i.organization_id = ${organizationId}`
    })

    // Conflicts with the shared lock of making the integration an owner of Actions, but not with foreign keys.
    const selectForUpdate = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, xid: Schema.String }),
      Result: Integration,
      execute: ({ organizationId, xid }) => sql`
        SELECT i.id, i.organization_id AS "organizationId", i.xid, i.name, i.origin
        FROM integrations i
        WHERE i.organization_id = ${organizationId} AND i.xid = ${xid}
        FOR NO KEY UPDATE`
    })

    const countCurrent = SqlSchema.findOne({
      Request: Schema.Struct({ organizationId: OrganizationId, integrationId: IntegrationId, at: Timestamp }),
      Result: Schema.Struct({ keys: Schema.Int }),
      execute: ({ at, integrationId, organizationId }) => sql`
        SELECT count(*)::int AS keys FROM api_keys k
        WHERE k.organization_id = ${organizationId} AND k.integration_id = ${integrationId}
          AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${at}::timestamptz)`
    })

    return {
      list: (organizationId: OrganizationId) =>
        Effect.all(
          {
            integrations: integrations.list({ organizationId }, { by: ["id"] }),
            keys: Effect.orDie(selectKeys(organizationId)),
            grants: Effect.orDie(selectGrants(organizationId))
          },
          { concurrency: "unbounded" }
        ),
      countForUpdate: (organizationId: OrganizationId) =>
        lockOrganization(sql, organizationId).pipe(
          Effect.andThen(countOf(organizationId)),
          Effect.orDie,
          Effect.map(({ integrations }) => integrations)
        ),
      insert: (integration: Omit<Integration, "id">) => Effect.orDie(integrations.insertNumbered(integration)),
      findForUpdate: (organizationId: OrganizationId, xid: string) =>
        Effect.orDie(selectForUpdate({ organizationId, xid })),
      countCurrentKeys: (organizationId: OrganizationId, integrationId: IntegrationId, at: DateTime.Utc) =>
        Effect.map(Effect.orDie(countCurrent({ organizationId, integrationId, at })), ({ keys }) => keys),
      listGrants: (integrationId: IntegrationId) => grants.list({ integrationId }, { by: ["id"] }),
      insertGrant: (grant: Omit<MessagingGrant, "id">) => Effect.asVoid(Effect.orDie(grants.insertNumbered(grant))),
      updateGrant: (
        integrationId: IntegrationId,
        id: number,
        change: Partial<Omit<MessagingGrant, "id" | "integrationId" | "workspaceId">>
      ) => grants.change({ integrationId, id }, change)
    }
  })
