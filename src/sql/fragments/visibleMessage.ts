import type { SqlClient } from "effect/sql"
import type { Audiences, Sight } from "../../domain/messaging/Reader.ts"

/** `audienceCovers` in SQL, for the row with that alias. */
export const audienceCondition = (
  sql: SqlClient.SqlClient,
  { audienceTeamIds, audienceWorkspace }: Audiences,
  alias: string
) => {
  const row = sql.literal(alias)
  return sql`CASE ${row}.audience_kind
    WHEN 'workspace' THEN ${audienceWorkspace}::boolean
    ELSE ${row}.team_id = ANY (${audienceTeamIds}::integer[])
  END`
}

/**
 * `messageVisible` in SQL, for the message `m`, because a count cannot load all rows to check them. A test keeps the
 * two in step.
 */
export const visibleMessage = (sql: SqlClient.SqlClient, sight: Sight) => sql`m.deleted_at IS NULL
  AND NOT m.source_derived AND NOT m.ai_private AND (NOT m.is_sensitive OR ${sight.readsSensitive}::boolean)
  AND ${audienceCondition(sql, sight, "m")}`
