import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Organization } from "../../domain/organizations/Organization.ts"
import { Timestamp } from "../statements/columns.ts"

const Row = Schema.Struct({ ...Organization.fields, messagingActivatedAt: Schema.NullOr(Timestamp) })

const columns = `o.id, o.xid, o.name, o.slug, o.status, o.messaging_activated_at AS "messagingActivatedAt"`

/** The statements about organizations that are not those of every table. */
export const makeOrganizationsSql = Effect.map(SqlClient.SqlClient, (sql) => {
  const select = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Row,
    execute: (limit) => sql`SELECT ${sql.literal(columns)} FROM organizations o ORDER BY o.slug LIMIT ${limit}`
  })
  const lock = SqlSchema.findOneOption({
    Request: Schema.String,
    Result: Row,
    execute: (slug) => sql`
      SELECT ${sql.literal(columns)} FROM organizations o WHERE o.slug = ${slug} FOR NO KEY UPDATE`
  })
  return {
    /** Lists the organizations of every tenant, by slug. */
    list: (limit: number) => Effect.orDie(select(limit)),
    findBySlugForUpdate: (slug: string) => Effect.orDie(lock(slug))
  }
})
