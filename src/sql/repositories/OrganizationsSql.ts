import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Organization } from "../../domain/organizations/Organization.ts"
import { Timestamp } from "../statements/columns.ts"

/** The statements about organizations that are not those of every table. */
export const makeOrganizationsSql = Effect.map(SqlClient.SqlClient, (sql) => {
  const select = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ ...Organization.fields, messagingActivatedAt: Schema.NullOr(Timestamp) }),
    execute: (limit) => sql`
      SELECT o.id, o.xid, o.name, o.slug, o.status, o.messaging_activated_at AS "messagingActivatedAt"
      FROM organizations o ORDER BY o.slug LIMIT ${limit}`
  })
  return {
    /** Lists the organizations of every tenant, by slug. */
    list: (limit: number) => Effect.orDie(select(limit)),
    /** Locks an organization until the transaction ends. Foreign keys to it do not wait. */
    lock: (slug: string) =>
      Effect.asVoid(Effect.orDie(sql`SELECT FROM organizations o WHERE o.slug = ${slug} FOR NO KEY UPDATE`))
  }
})
