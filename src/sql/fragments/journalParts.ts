import type { SqlClient, Statement } from "effect/sql"
import type { FulfillmentJournal } from "../../domain/fulfillments/Fulfillments.ts"
import type { RedemptionRecord } from "../../domain/fulfillments/RedemptionRecord.ts"
import { insertAudit } from "../repositories/AuditLogSql.ts"
import { dateOf, jsonOf } from "../statements/columns.ts"
import { insertNotification } from "../repositories/NotificationsSql.ts"
import { insertOutbox } from "../repositories/OutboxSql.ts"

const insertRedemption = (sql: SqlClient.SqlClient, record: RedemptionRecord) => sql`
  INSERT INTO redemption_records (
    id, fulfillment_id, organization_id, property_id, action, actor, from_status, to_status, reason, note, created_at
  )
  VALUES (
    ${record.id}::uuid, ${record.fulfillmentId}::uuid, ${record.organizationId}, ${record.propertyId},
    ${record.action}, ${jsonOf(record.actor)}::jsonb, ${record.fromStatus}, ${record.toStatus}, ${record.reason},
    ${record.note}, ${dateOf(record.createdAt)}
  )`

/** The journal as CTEs, so that one statement writes the claim, its notifications, audit entries and messages. */
export const journalParts = (
  sql: SqlClient.SqlClient,
  { audit, notice, notification, redemption }: FulfillmentJournal
): Statement.Fragment => {
  const nothing = sql.literal("")
  return sql`audit AS (${insertAudit(sql, audit)})
    ${notification === null ? nothing : sql`, notification AS (${insertNotification(sql, notification)})`}
    ${notice === null ? nothing : sql`, notice AS (${insertOutbox(sql, notice)})`}
    ${redemption === null ? nothing : sql`, redemption AS (${insertRedemption(sql, redemption)})`}`
}
