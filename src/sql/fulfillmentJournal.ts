import { Schema } from "effect"
import { type SqlClient, type Statement } from "effect/sql"
import { AuditEntry } from "../domain/audit/AuditLog.ts"
import { RedemptionRecord } from "../domain/fulfillments/RedemptionRecord.ts"
import { NotificationFacts, NotificationType } from "../domain/notifications/Notification.ts"
import { OutboxEntry } from "../domain/outbox/Outbox.ts"
import { NullableJsonText, Timestamp } from "./columns.ts"

const JsonText = Schema.fromJsonString(Schema.Json)
const FactsText = Schema.fromJsonString(NotificationFacts)

export const NotificationRow = Schema.Struct({
  memberId: Schema.Int,
  type: NotificationType,
  title: Schema.String,
  message: Schema.String,
  messageParts: Schema.optionalKey(FactsText),
  isWallet: Schema.Boolean,
  metadata: FactsText,
  dedupeKey: Schema.optionalKey(Schema.String),
  createdAt: Timestamp
})

/** What is written beside a claim, as the parameters of one statement. */
export const JournalRow = Schema.Struct({
  audit: Schema.Struct({
    ...AuditEntry.fields,
    actor: Schema.fromJsonString(AuditEntry.fields.actor),
    before: NullableJsonText,
    after: NullableJsonText,
    createdAt: Timestamp
  }),
  notification: Schema.NullOr(NotificationRow),
  notice: Schema.NullOr(Schema.Struct({ kind: OutboxEntry.fields.kind, payload: JsonText, createdAt: Timestamp })),
  redemption: Schema.NullOr(
    Schema.Struct({
      ...RedemptionRecord.fields,
      actor: Schema.fromJsonString(RedemptionRecord.fields.actor),
      createdAt: Timestamp
    })
  )
})

type Encoded = typeof JournalRow.Encoded

const audit = (sql: SqlClient.SqlClient, entry: Encoded["audit"]) => sql`
  audit AS (
    INSERT INTO audit_log (organization_id, actor, action, subject, before, after, request_id, created_at)
    VALUES (
      ${entry.organizationId}, ${entry.actor}::jsonb, ${entry.action}, ${entry.subject}, ${entry.before}::jsonb,
      ${entry.after}::jsonb, ${entry.requestId}, ${entry.createdAt}
    )
  )`

const notification = (sql: SqlClient.SqlClient, told: NonNullable<Encoded["notification"]>) => sql`
  , notification AS (
    INSERT INTO notifications (
      member_id, type, title, message, message_parts, is_wallet, metadata, dedupe_key, created_at, updated_at
    )
    VALUES (
      ${told.memberId}, ${told.type}, ${told.title}, ${told.message}, ${told.messageParts ?? null}::jsonb,
      ${told.isWallet}, ${told.metadata}::jsonb, ${told.dedupeKey ?? null}, ${told.createdAt}, ${told.createdAt}
    )
    ON CONFLICT (member_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
  )`

const notice = (sql: SqlClient.SqlClient, { createdAt, kind, payload }: NonNullable<Encoded["notice"]>) => sql`
  , notice AS (
    INSERT INTO outbox (kind, payload, status, created_at) VALUES (${kind}, ${payload}::jsonb, 'pending', ${createdAt})
  )`

const redemption = (sql: SqlClient.SqlClient, record: NonNullable<Encoded["redemption"]>) => sql`
  , redemption AS (
    INSERT INTO redemption_records (
      id, fulfillment_id, organization_id, property_id, action, actor, from_status, to_status, reason, note, created_at
    )
    VALUES (
      ${record.id}::uuid, ${record.fulfillmentId}::uuid, ${record.organizationId}, ${record.propertyId},
      ${record.action}, ${record.actor}::jsonb, ${record.fromStatus}, ${record.toStatus}, ${record.reason},
      ${record.note}, ${record.createdAt}
    )
  )`

/** The journal as parts of a WITH: one statement writes the claim and all that is told of it. */
export const journalParts = (sql: SqlClient.SqlClient, journal: Encoded): Statement.Fragment => {
  const nothing = sql.literal("")
  return sql`${audit(sql, journal.audit)}
    ${journal.notification === null ? nothing : notification(sql, journal.notification)}
    ${journal.notice === null ? nothing : notice(sql, journal.notice)}
    ${journal.redemption === null ? nothing : redemption(sql, journal.redemption)}`
}
