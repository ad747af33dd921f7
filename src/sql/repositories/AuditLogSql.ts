import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type AuditEntry, type AuditLog, AuditRow } from "../../domain/audit/AuditLog.ts"
import { dateOf, jsonOf, OptionalTimestamp, Timestamp } from "../statements/columns.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { pipelined } from "../statements/pipelined.ts"

export const insertAudit = (sql: SqlClient.SqlClient, entry: AuditEntry) => sql`
  INSERT INTO audit_log (organization_id, actor, action, subject, before, after, request_id, created_at)
  VALUES (
    ${entry.organizationId}, ${jsonOf(entry.actor)}::jsonb, ${entry.action}, ${entry.subject},
    ${jsonOf(entry.before)}::jsonb, ${jsonOf(entry.after)}::jsonb, ${entry.requestId}, ${dateOf(entry.createdAt)}
  )`

const { organizationId, subject } = AuditRow.fields

const Query = Schema.Struct({
  organizationId: Schema.UndefinedOr(organizationId),
  subject: Schema.UndefinedOr(subject),
  actor: Schema.UndefinedOr(Schema.Struct({ kind: Schema.String, id: Schema.NullOr(Schema.String) })),
  since: OptionalTimestamp,
  until: OptionalTimestamp,
  after: Schema.UndefinedOr(Schema.Int),
  limit: Schema.Int
})

const Row = Schema.Struct({ ...AuditRow.fields, createdAt: Timestamp })

/** The audit log in this database. */
export const makeAuditLogSql: Effect.Effect<AuditLog["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const insertRow = pipelined(sql, (entry: AuditEntry) => insertAudit(sql, entry))

  const auditLog = rowsSql(sql, "auditLog")

  const fitting = ({ actor, after, ...query }: typeof Query.Encoded) => {
    const clauses = [sql`true`]
    if (query.organizationId !== undefined) clauses.push(sql`organization_id = ${query.organizationId}`)
    if (query.subject !== undefined) clauses.push(sql`subject = ${query.subject}`)
    if (actor !== undefined) {
      clauses.push(sql`actor->>'kind' = ${actor.kind}`)
      if (actor.id !== null) clauses.push(sql`actor->>'id' = ${actor.id}`)
    }
    if (query.since !== undefined) clauses.push(sql`created_at >= ${query.since}::timestamptz`)
    if (query.until !== undefined) clauses.push(sql`created_at < ${query.until}::timestamptz`)
    if (after !== undefined) {
      clauses.push(
        sql`(created_at, id) > (SELECT last.created_at, last.id FROM audit_log last WHERE last.id = ${after})`
      )
    }
    return sql.and(clauses)
  }

  const selectPage = SqlSchema.findAll({
    Request: Query,
    Result: Row,
    execute: (query) => sql`
      SELECT id, organization_id AS "organizationId", actor, action, subject, before, after,
        request_id AS "requestId", created_at AS "createdAt"
      FROM audit_log entry WHERE ${fitting(query)}
      ORDER BY created_at, id LIMIT ${query.limit}`
  })

  return {
    insert: (entry) => Effect.orDie(insertRow(entry)),
    list: (subject) =>
      Effect.map(auditLog.list({ subject }, { by: ["id"] }), (rows) => rows.map(({ id: _, ...entry }) => entry)),
    page: ({ actor, after, limit, organizationId, since, subject, until }) =>
      Effect.orDie(selectPage({ organizationId, subject, actor, since, until, after, limit }))
  }
})
