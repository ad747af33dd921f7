import type { SqlClient, Statement } from "effect/sql"

/**
 * The theme kits that pages use: the organization and id of a page group, and the external id of a kit, once for each
 * kit of its draft and of its latest published version. Both versions are read through their indexes, however many
 * versions a group has. `organizations` is a condition on the groups `g`.
 */
export const themeKitUses = (sql: SqlClient.SqlClient, organizations: Statement.Fragment) => sql`
  SELECT g.organization_id, g.id, applied.kit
  FROM page_groups g
  CROSS JOIN LATERAL (
    SELECT d.theme ->> 'themeKitId' AS kit FROM page_versions d
    WHERE d.organization_id = g.organization_id AND d.page_group_id = g.id AND d.published_at IS NULL
    UNION
    (
      SELECT p.theme ->> 'themeKitId' FROM page_versions p
      WHERE p.organization_id = g.organization_id AND p.page_group_id = g.id AND p.published_at IS NOT NULL
      ORDER BY p.number DESC LIMIT 1
    )
  ) applied
  WHERE ${organizations}`
