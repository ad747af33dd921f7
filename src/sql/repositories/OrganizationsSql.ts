import { Effect } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Schema } from "effect"
import { Organization } from "../../domain/organizations/Organization.ts"
import { Timestamp } from "../statements/columns.ts"

/** Lists the organizations of every tenant, by slug. */
export const makeListOrganizations = Effect.map(SqlClient.SqlClient, (sql) => {
  const select = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ ...Organization.fields, messagingActivatedAt: Schema.NullOr(Timestamp) }),
    execute: (limit) => sql`
      SELECT o.id, o.xid, o.name, o.slug, o.status, o.messaging_activated_at AS "messagingActivatedAt"
      FROM organizations o ORDER BY o.slug LIMIT ${limit}`
  })
  return (limit: number) => Effect.orDie(select(limit))
})
