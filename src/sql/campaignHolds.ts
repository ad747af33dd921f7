import type { SqlClient, Statement } from "effect/sql"

/**
 * The condition that a campaign, in a row of `point_multipliers` with that alias, holds on `day`: from the day it starts
 * to the day it ends, in UTC. It compares the columns themselves, so that an index leaves out the campaigns that are over.
 */
export const campaignHolds = (sql: SqlClient.SqlClient, day: Statement.Fragment, alias: string): Statement.Fragment => {
  const campaign = sql.literal(alias)
  return sql`(
    ${campaign}.ends_at >= (${day})::timestamp AT TIME ZONE 'UTC'
    AND ${campaign}.starts_at < (${day} + 1)::timestamp AT TIME ZONE 'UTC'
  )`
}
