import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AuditEntry, type AuditLog } from "../domain/audit/AuditLog.ts"
import { dateOf, jsonOf, Timestamp } from "./columns.ts"
import { sent } from "./sent.ts"

const Row = Schema.Struct({ ...AuditEntry.fields, createdAt: Timestamp })

/** Puts an entry on record. */
export const insertAudit = (sql: SqlClient.SqlClient, entry: AuditEntry) => sql`
  INSERT INTO audit_log (organization_id, actor, action, subject, before, after, request_id, created_at)
  VALUES (
    ${entry.organizationId}, ${jsonOf(entry.actor)}::jsonb, ${entry.action}, ${entry.subject},
    ${jsonOf(entry.before)}::jsonb, ${jsonOf(entry.after)}::jsonb, ${entry.requestId}, ${dateOf(entry.createdAt)}
  )`

/** The record of changes in this database. */
export const makeAuditLogSql: Effect.Effect<AuditLog["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const insertRow = sent(sql, (entry: AuditEntry) => insertAudit(sql, entry))

  const selectAbout = SqlSchema.findAll({
    Request: Schema.String,
    Result: Row,
    execute: (subject) => sql`
      SELECT organization_id AS "organizationId", actor, action, subject, before, after, request_id AS "requestId",
        created_at AS "createdAt"
      FROM audit_log WHERE subject = ${subject} ORDER BY id`
  })

  return {
    insert: (entry) => Effect.orDie(insertRow(entry)),
    list: (subject) => Effect.orDie(selectAbout(subject))
  }
})
