import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Conversations, type ConversationScan, ScannedConversation } from "../../domain/messaging/Conversations.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import { visibleMessage } from "../fragments/visibleMessage.ts"

const Scan = Schema.Struct({
  workspaceId: WorkspaceId,
  sight: Schema.Struct({
    audienceWorkspace: Schema.Boolean,
    audienceTeamIds: Schema.Array(Schema.Int),
    readsSensitive: Schema.Boolean
  }),
  after: Schema.UndefinedOr(Schema.Struct({ lastActivityAt: Schema.NullOr(Instant), id: Schema.Int })),
  limit: Schema.Int
})

/** Conversations in this database. */
export const makeConversationsSql: Effect.Effect<Conversations["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    /**
     * The expression of the index, which sorts conversations without messages last and makes a page one index range.
     */
    const place = sql.literal("coalesce(c.last_message_at, '-infinity'::timestamptz)")

    const selectPage = SqlSchema.findAll({
      Request: Scan,
      Result: ScannedConversation,
      execute: ({ after, limit, sight, workspaceId }) => {
        const visible = sql`m.conversation_id = c.id AND ${visibleMessage(sql, sight)}`
        const behind =
          after === undefined
            ? sql.literal("")
            : sql`AND (${place}, c.id) < (${after.lastActivityAt ?? "-infinity"}::timestamptz, ${after.id})`
        return sql`
          SELECT c.id, (SELECT g.xid FROM guests g WHERE g.id = c.guest_id) AS "guestId",
            c.last_message_at AS "lastActivityAt", l.created_at AS "lastMessageAt", u.count AS "unreadCount"
          FROM conversations c
          LEFT JOIN LATERAL (
            SELECT m.created_at FROM messages m WHERE ${visible} ORDER BY m.seq DESC LIMIT 1
          ) l ON true
          CROSS JOIN LATERAL (
            SELECT count(*) FROM messages m
            WHERE ${visible} AND m.direction = 'inbound' AND m.seq > coalesce(
              (
                SELECT m.seq FROM messages m WHERE ${visible} AND m.direction = 'outbound' ORDER BY m.seq DESC LIMIT 1
              ),
              0
            )
          ) u
          WHERE c.workspace_id = ${workspaceId} ${behind}
          ORDER BY ${place} DESC, c.id DESC LIMIT ${sql.literal(String(limit))}`
      }
    })

    return { list: (scan: ConversationScan) => Effect.orDie(selectPage(scan)) }
  }
)
