import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Organization, OrganizationIdentity } from "../domain/organizations/Organization.ts"
import type { Organizations } from "../domain/organizations/Organizations.ts"
import { NullableTimestamp } from "./columns.ts"

const Row = Schema.Struct({ ...Organization.fields, messagingActivatedAt: NullableTimestamp })

const { provider, providerOrgId } = OrganizationIdentity.fields

/** Organizations out of this database. */
export const makeOrganizationsSql: Effect.Effect<Organizations["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(
      `o.id, o.xid, o.name, o.slug, o.status, o.messaging_activated_at AS "messagingActivatedAt"`
    )

    const selectByXid = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Row,
      execute: (xid) => sql`SELECT ${columns} FROM organizations o WHERE o.xid = ${xid}`
    })

    const selectByIdentity = SqlSchema.findOneOption({
      Request: Schema.Struct({ provider, providerOrgId }),
      Result: Row,
      execute: (identity) => sql`
        SELECT ${columns} FROM organizations o
        JOIN organization_identities i ON i.organization_id = o.id
        WHERE i.provider = ${identity.provider} AND i.provider_org_id = ${identity.providerOrgId}`
    })

    return {
      find: (xid: string) => Effect.orDie(selectByXid(xid)),
      findByIdentity: (of: string, id: string) => Effect.orDie(selectByIdentity({ provider: of, providerOrgId: id }))
    }
  }
)
