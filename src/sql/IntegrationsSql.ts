import { Effect } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Integration } from "../domain/access/ApiKey.ts"
import type { Integrations } from "../domain/access/Integrations.ts"

/** Integrations out of this database. */
export const makeIntegrationsSql: Effect.Effect<Integrations["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectOfOrganization = SqlSchema.findAll({
      Request: Integration.fields.organizationId,
      Result: Integration,
      execute: (organizationId) => sql`
        SELECT id, organization_id AS "organizationId", xid, name, origin FROM integrations
        WHERE organization_id = ${organizationId} ORDER BY id`
    })

    return {
      list: (organizationId: number) => Effect.orDie(selectOfOrganization(organizationId))
    }
  }
)
