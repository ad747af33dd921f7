import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { IntegrationCandidate, OperatorCandidate, type OwnerCandidates } from "../../domain/actions/OwnerCandidates.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { pipelined } from "../statements/pipelined.ts"

const Named = Schema.Struct({ organizationId: OrganizationId, xids: Schema.Array(Schema.String) })

/**
 * Candidates for owning Actions, in this database. Rows are locked for share, so that what was checked still holds at
 * commit.
 */
export const makeOwnerCandidatesSql: Effect.Effect<OwnerCandidates["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    /** A statement of its own: one that waits for a lock sees other tables as they were before it waited. */
    const lockOperators = pipelined(
      sql,
      ({ organizationId, xids }: typeof Named.Type) => sql`
        SELECT FROM operators o
        WHERE o.organization_id = ${organizationId} AND o.identity_subject = ANY (${xids}::text[])
        ORDER BY o.id FOR SHARE OF o`
    )

    const selectOperators = SqlSchema.findAll({
      Request: Named,
      Result: OperatorCandidate,
      execute: ({ organizationId, xids }) => sql`
        SELECT o.id, o.identity_subject AS xid, o.status, o.permissions,
          ARRAY(SELECT m.team_id FROM team_members m WHERE m.operator_id = o.id ORDER BY m.team_id) AS "teamIds"
        FROM operators o
        WHERE o.organization_id = ${organizationId} AND o.identity_subject = ANY (${xids}::text[])
        ORDER BY o.id`
    })

    const selectIntegration = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, workspaceId: WorkspaceId, xid: Schema.String }),
      Result: IntegrationCandidate,
      execute: ({ organizationId, workspaceId, xid }) => sql`
        SELECT i.id, g.audience_workspace AS "audienceWorkspace", g.audience_team_ids AS "audienceTeamIds"
        FROM integrations i
        JOIN messaging_grants g ON g.integration_id = i.id AND g.active
        WHERE i.organization_id = ${organizationId} AND i.xid = ${xid} AND i.origin <> 'widget'
          AND g.workspace_id = ${workspaceId}
        FOR SHARE OF i, g`
    })

    return {
      listOperators: (organizationId: OrganizationId, xids: ReadonlyArray<string>) =>
        Effect.orDie(
          Effect.andThen(lockOperators({ organizationId, xids }), selectOperators({ organizationId, xids }))
        ),
      findIntegration: (organizationId: OrganizationId, workspaceId: WorkspaceId, xid: string) =>
        Effect.orDie(selectIntegration({ organizationId, workspaceId, xid }))
    }
  }
)
