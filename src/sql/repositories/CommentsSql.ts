import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Comment } from "../../domain/collaboration/Comment.ts"
import {
  type Comments,
  type CommentScan,
  LatestComment,
  type Mention,
  ScannedComment
} from "../../domain/collaboration/Comments.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { dateOf } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { namedOperator, subjectColumns } from "../fragments/subjectColumns.ts"

const Scan = Schema.Struct({
  workspaceId: WorkspaceId,
  actionId: Schema.NullOr(Schema.Int),
  messageId: Schema.NullOr(Schema.Int),
  before: Schema.UndefinedOr(Schema.Int),
  limit: Schema.Int
})

/** Comments in this database. */
export const makeCommentsSql: Effect.Effect<Comments["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = rowsSql(sql, "comments")

  const columns = sql.literal(`
    c.id AS seq, c.xid AS id, ${subjectColumns("c")}, ${namedOperator("c.author_id")} AS author, c.body,
    (
      SELECT coalesce(json_agg(json_build_object('id', o.identity_subject, 'displayName', o.name) ORDER BY o.id), '[]')
      FROM attention_items i JOIN operators o ON o.id = i.operator_id WHERE i.comment_id = c.id
    ) AS mentions,
    c.created_at AS "createdAt", c.edited_at AS "editedAt"`)

  const selectPage = SqlSchema.findAll({
    Request: Scan,
    Result: ScannedComment,
    execute: ({ actionId, before, limit, messageId, workspaceId }) => sql`
      SELECT ${columns} FROM comments c
      WHERE c.workspace_id = ${workspaceId}
        AND ${actionId === null ? sql`c.message_id = ${messageId}` : sql`c.action_id = ${actionId}`}
        ${before === undefined ? sql.literal("") : sql`AND c.id < ${before}::bigint`}
      ORDER BY c.id DESC LIMIT ${sql.literal(String(limit))}`
  })

  const selectLatest = SqlSchema.findAll({
    Request: Schema.Struct({ workspaceId: WorkspaceId, messages: Schema.Array(Schema.String), each: Schema.Int }),
    Result: LatestComment,
    execute: ({ each, messages, workspaceId }) => sql`
      SELECT ${columns}, counted.count
      FROM messages m
      JOIN conversations v ON v.id = m.conversation_id AND v.workspace_id = ${workspaceId}
      CROSS JOIN LATERAL (
        SELECT count(*) AS count FROM comments n WHERE n.workspace_id = ${workspaceId} AND n.message_id = m.id
      ) counted
      CROSS JOIN LATERAL (
        SELECT s.* FROM comments s WHERE s.workspace_id = ${workspaceId} AND s.message_id = m.id
        ORDER BY s.id DESC LIMIT ${each}
      ) c
      WHERE m.xid = ANY (${messages}::text[])
      ORDER BY c.id DESC`
  })

  const selectByXid = SqlSchema.findOneOption({
    Request: Schema.Struct({ workspaceId: WorkspaceId, xid: Schema.String }),
    Result: ScannedComment,
    execute: ({ workspaceId, xid }) => sql`
      SELECT ${columns} FROM comments c WHERE c.workspace_id = ${workspaceId} AND c.xid = ${xid}`
  })

  const insertRow = pipelined(
    sql,
    ({
      comment,
      mentions
    }: {
      readonly comment: Omit<Comment, "id">
      readonly mentions: ReadonlyArray<Mention>
    }) => sql`
      WITH written AS (
        INSERT INTO comments (xid, workspace_id, action_id, message_id, author_id, body, created_at, edited_at)
        VALUES (
          ${comment.xid}, ${comment.workspaceId}, ${comment.actionId}, ${comment.messageId}, ${comment.authorId},
          ${comment.body}, ${dateOf(comment.createdAt)}, NULL
        )
        RETURNING id, workspace_id, action_id, message_id, author_id, created_at
      )
      INSERT INTO attention_items (
        xid, workspace_id, operator_id, kind, action_id, message_id, comment_id, from_operator_id, created_at
      )
      SELECT n.xid, w.workspace_id, n.operator_id, 'mention', w.action_id, w.message_id, w.id, w.author_id, w.created_at
      FROM written w CROSS JOIN unnest(
        ${mentions.map(({ attentionXid }) => attentionXid)}::text[],
        ${mentions.map(({ operatorId }) => operatorId)}::integer[]
      ) WITH ORDINALITY AS n (xid, operator_id, place)
      ORDER BY n.place`
  )

  return {
    list: (scan: CommentScan) => Effect.orDie(selectPage(scan)),
    listLatest: (workspaceId: WorkspaceId, messages: ReadonlyArray<string>, each: number) =>
      messages.length === 0 ? Effect.succeed([]) : Effect.orDie(selectLatest({ workspaceId, messages, each })),
    find: (workspaceId: WorkspaceId, xid: string) => Effect.orDie(selectByXid({ workspaceId, xid })),
    insert: (comment: Omit<Comment, "id">, mentions: ReadonlyArray<Mention>) =>
      Effect.orDie(insertRow({ comment, mentions })),
    changeBody: (workspaceId: WorkspaceId, xid: string, change: Pick<Comment, "body" | "editedAt">) =>
      Effect.map(Effect.orDie(rows.update({ workspaceId, xid }, change)), (changed) => changed.length > 0),
    remove: (workspaceId: WorkspaceId, xid: string) =>
      Effect.map(rows.remove({ workspaceId, xid }), (removed) => removed > 0)
  }
})
