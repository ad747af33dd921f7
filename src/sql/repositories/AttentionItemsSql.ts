import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { AttentionItem } from "../../domain/collaboration/AttentionItem.ts"
import {
  type Assignment,
  type AttentionItems,
  type AttentionOwner,
  type AttentionScan,
  ScannedAttention
} from "../../domain/collaboration/AttentionItems.ts"
import type { Sight } from "../../domain/messaging/Reader.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { OperatorId } from "../../domain/operators/Operator.ts"
import { dateOf } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { queryOne } from "../statements/queryOne.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { namedOperator, subjectColumns } from "../fragments/subjectColumns.ts"
import { audienceCondition, visibleMessage } from "../fragments/visibleMessage.ts"

const Owner = { operatorId: OperatorId, workspaceId: WorkspaceId }

/** Attention items in this database. */
export const makeAttentionItemsSql: Effect.Effect<AttentionItems["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "attentionItems")

    const columns = sql.literal(`
      i.id AS seq, i.xid AS id, i.kind, ${subjectColumns("i")},
      (SELECT c.xid FROM comments c WHERE c.id = i.comment_id AND c.workspace_id = i.workspace_id) AS "commentId",
      ${namedOperator("i.from_operator_id")} AS "from", i.created_at AS "createdAt", i.read_at AS "readAt",
      i.snoozed_until AS "snoozedUntil"`)

    const selectPage = SqlSchema.findAll({
      Request: Schema.Struct({ ...Owner, before: Schema.UndefinedOr(Schema.Int), limit: Schema.Int }),
      Result: ScannedAttention,
      execute: ({ before, limit, operatorId, workspaceId }) => sql`
        SELECT ${columns} FROM attention_items i
        WHERE i.operator_id = ${operatorId} AND i.workspace_id = ${workspaceId}
          ${before === undefined ? sql.literal("") : sql`AND i.id < ${before}::bigint`}
        ORDER BY i.id DESC LIMIT ${sql.literal(String(limit))}`
    })

    const selectForUpdate = SqlSchema.findOneOption({
      Request: Schema.Struct({ ...Owner, xid: Schema.String }),
      Result: ScannedAttention,
      execute: ({ operatorId, workspaceId, xid }) => sql`
        SELECT ${columns} FROM attention_items i
        WHERE i.operator_id = ${operatorId} AND i.workspace_id = ${workspaceId} AND i.xid = ${xid}
        FOR UPDATE`
    })

    const countOpen = queryOne({
      result: Schema.Struct({ count: Schema.Int }),
      execute: ({
        now,
        operatorId,
        sight,
        workspaceId
      }: AttentionOwner & { readonly sight: Sight; readonly now: DateTime.Utc }) => sql`
        SELECT count(*) AS count FROM attention_items i
        WHERE i.operator_id = ${operatorId} AND i.workspace_id = ${workspaceId} AND i.read_at IS NULL
          AND (i.snoozed_until IS NULL OR i.snoozed_until <= ${dateOf(now)})
          AND (
            EXISTS (SELECT 1 FROM actions a WHERE a.id = i.action_id AND ${audienceCondition(sql, sight, "a")})
            OR EXISTS (SELECT 1 FROM messages m WHERE m.id = i.message_id AND ${visibleMessage(sql, sight)})
          )`
    })

    const insertAssignment = pipelined(sql, ({ action, ...item }: Assignment) => {
      return sql`
        INSERT INTO attention_items (xid, workspace_id, operator_id, kind, action_id, from_operator_id, created_at)
        SELECT ${item.xid}, a.workspace_id, ${item.operatorId}, 'assignment', a.id, ${item.fromOperatorId},
          ${dateOf(item.createdAt)}
        FROM actions a WHERE a.workspace_id = ${item.workspaceId} AND a.xid = ${action}`
    })

    return {
      list: (scan: AttentionScan) => Effect.orDie(selectPage(scan)),
      findForUpdate: (owner: AttentionOwner, xid: string) => Effect.orDie(selectForUpdate({ ...owner, xid })),
      countOpen: (owner: AttentionOwner, sight: Sight, now: DateTime.Utc) =>
        Effect.map(Effect.orDie(countOpen({ ...owner, sight, now })), ({ count }) => count),
      change: (
        { operatorId, workspaceId }: AttentionOwner,
        xid: string,
        change: Pick<AttentionItem, "readAt" | "snoozedUntil">
      ) => rows.change({ operatorId, workspaceId, xid }, change),
      insertAssignment: (assignment: Assignment) => Effect.orDie(insertAssignment(assignment))
    }
  }
)
