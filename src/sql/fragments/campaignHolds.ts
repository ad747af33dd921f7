import type { SqlClient, Statement } from "effect/sql"

/**
 * The condition that a campaign, a row of `point_multipliers` under the alias, is running on `day`: from its start date
 * to its end date, in UTC. It compares the plain columns, so that an index can skip campaigns that have ended.
 */
export const campaignHolds = (sql: SqlClient.SqlClient, day: Statement.Fragment, alias: string): Statement.Fragment => {
  const campaign = sql.literal(alias)
  return sql`(
    ${campaign}.ends_at >= (${day})::timestamp AT TIME ZONE 'UTC'
    AND ${campaign}.starts_at < (${day} + 1)::timestamp AT TIME ZONE 'UTC'
  )`
}
