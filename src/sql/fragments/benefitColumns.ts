import type { SqlClient } from "effect/sql"
import type { Reach } from "../../domain/access/Reach.ts"
import { withinReach } from "./withinReach.ts"

/** The columns of a benefit `b` as a caller with this reach sees them. */
export const benefitColumns = (sql: SqlClient.SqlClient, reach: typeof Reach.Encoded) => sql`
  b.xid AS "benefitId", b.name, b.description, b.kind, b.redemption_type AS "redemptionType",
  b.min_tier_level AS "minTierLevel", b.scope,
  ARRAY(
    SELECT p.document_id FROM benefit_venues v
    JOIN properties p ON p.organization_id = v.organization_id AND p.id = v.property_id
    WHERE b.scope = 'property' AND v.organization_id = b.organization_id AND v.benefit_id = b.id
      AND ${withinReach(sql, reach, "p.organization_id", "p.id")}
    ORDER BY p.document_id
  ) AS "propertyIds",
  b.how_to_redeem AS "howToRedeem", b.hero_image ->> 'url' AS "heroImageUrl", b.enabled,
  ARRAY(
    SELECT g.xid FROM benefit_group_items i
    JOIN benefit_groups g ON g.organization_id = i.organization_id AND g.id = i.group_id
    WHERE i.organization_id = b.organization_id AND i.benefit_id = b.id
    ORDER BY g.xid
  ) AS "groupIds",
  b.created_at AS "createdAt", b.updated_at AS "updatedAt"`
