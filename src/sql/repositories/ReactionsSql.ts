import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Reaction } from "../../domain/collaboration/Reaction.ts"
import { type Reactions, type ReactionScan, ScannedReaction } from "../../domain/collaboration/Reactions.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { dateOf } from "../statements/columns.ts"
import { messageReferenceColumns } from "../fragments/referenceColumns.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { namedOperator } from "../fragments/subjectColumns.ts"

/** Reactions in this database. */
export const makeReactionsSql: Effect.Effect<Reactions["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "reactions")

    const selectPage = SqlSchema.findAll({
      Request: Schema.Struct({
        workspaceId: WorkspaceId,
        messageId: Schema.UndefinedOr(Schema.Int),
        before: Schema.UndefinedOr(Schema.Int),
        limit: Schema.Int
      }),
      Result: ScannedReaction,
      execute: ({ before, limit, messageId, workspaceId }) => sql`
        SELECT e.id AS seq, ${sql.literal(messageReferenceColumns)} AS message,
          ${sql.literal(namedOperator("e.operator_id"))} AS operator, e.emoji, e.created_at AS "createdAt"
        FROM reactions e JOIN messages r ON r.id = e.message_id
        WHERE e.workspace_id = ${workspaceId}
          ${messageId === undefined ? sql.literal("") : sql`AND e.message_id = ${messageId}`}
          ${before === undefined ? sql.literal("") : sql`AND e.id < ${before}::bigint`}
        ORDER BY e.id DESC LIMIT ${sql.literal(String(limit))}`
    })

    const insertRow = ({ createdAt, emoji, messageId, operatorId, workspaceId }: Omit<Reaction, "id">) => sql`
      INSERT INTO reactions (workspace_id, message_id, operator_id, emoji, created_at)
      VALUES (${workspaceId}, ${messageId}, ${operatorId}, ${emoji}, ${dateOf(createdAt)})
      ON CONFLICT ON CONSTRAINT reactions_once_key DO NOTHING
      RETURNING id`

    return {
      list: (scan: ReactionScan) => Effect.orDie(selectPage(scan)),
      insert: (reaction: Omit<Reaction, "id">) =>
        Effect.map(Effect.orDie(insertRow(reaction)), (inserted) => inserted.length > 0),
      remove: (reaction: Pick<Reaction, "workspaceId" | "messageId" | "operatorId" | "emoji">) =>
        Effect.map(rows.remove(reaction), (removed) => removed > 0)
    }
  }
)
