import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditEntry, AuditLog } from "../domain/audit/AuditLog.ts"
import { dateOf, jsonOf } from "./columns.ts"
import { rowsSql } from "./rowsSql.ts"
import { pipelined } from "./pipelined.ts"

export const insertAudit = (sql: SqlClient.SqlClient, entry: AuditEntry) => sql`
  INSERT INTO audit_log (organization_id, actor, action, subject, before, after, request_id, created_at)
  VALUES (
    ${entry.organizationId}, ${jsonOf(entry.actor)}::jsonb, ${entry.action}, ${entry.subject},
    ${jsonOf(entry.before)}::jsonb, ${jsonOf(entry.after)}::jsonb, ${entry.requestId}, ${dateOf(entry.createdAt)}
  )`

/** The audit log in this database. */
export const makeAuditLogSql: Effect.Effect<AuditLog["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const insertRow = pipelined(sql, (entry: AuditEntry) => insertAudit(sql, entry))

  const auditLog = rowsSql(sql, "auditLog")

  return {
    insert: (entry) => Effect.orDie(insertRow(entry)),
    list: (subject) =>
      Effect.map(auditLog.list({ subject }, { by: ["id"] }), (rows) => rows.map(({ id: _, ...entry }) => entry))
  }
})
