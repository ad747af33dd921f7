import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Messages, ScannedMessage, type ThreadScan } from "../../domain/messaging/Messages.ts"
import { GuestMissing } from "../../domain/messaging/MessagingErrors.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { actionReferenceColumns, messageReferenceColumns } from "../fragments/referenceColumns.ts"

const Guest = Schema.Struct({ workspaceId: WorkspaceId, organizationId: OrganizationId, guest: Schema.String })
const Scan = Schema.Struct({ ...Guest.fields, before: Schema.UndefinedOr(Schema.Int), limit: Schema.Int })

/** Messages in this database. A page and its references are read by one statement. */
export const makeMessagesSql: Effect.Effect<Messages["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const messageReference = sql.literal(messageReferenceColumns)
  const actionReference = sql.literal(actionReferenceColumns)

  const conversation = ({ guest, organizationId, workspaceId }: typeof Guest.Encoded) => sql`
    SELECT c.id FROM guests n JOIN conversations c ON c.guest_id = n.id
    WHERE n.organization_id = ${organizationId} AND n.xid = ${guest} AND c.workspace_id = ${workspaceId}`

  const selectConversation = SqlSchema.findOneOption({
    Request: Guest,
    Result: Schema.Struct({ id: Schema.Int }),
    execute: conversation
  })

  const selectPage = SqlSchema.findAll({
    Request: Scan,
    Result: ScannedMessage,
    execute: ({ before, limit, workspaceId, ...guest }) => sql`
      SELECT
        m.seq, m.xid AS id, m.direction, m.channel, m.author_kind AS "authorKind", m.author_name AS "authorName", m.body,
        m.audience_kind AS "audienceKind", m.team_id AS "teamId",
        (SELECT t.xid FROM teams t WHERE t.id = m.team_id) AS "teamXid",
        m.is_sensitive AS "isSensitive", m.deleted_at IS NOT NULL AS "isDeleted", m.source_derived AS "sourceDerived",
        m.ai_private AS "aiPrivate",
        (
          SELECT ${messageReference} FROM messages r
          WHERE r.xid = m.reply_to_xid AND r.conversation_id = m.conversation_id
        ) AS "replyTo",
        (
          SELECT ${actionReference} FROM actions r WHERE r.xid = m.action_xid AND r.workspace_id = ${workspaceId}
        ) AS action,
        m.delivery_status AS "deliveryStatus", m.created_at AS "createdAt", m.edited_at AS "editedAt"
      FROM messages m
      WHERE m.conversation_id = (${conversation({ ...guest, workspaceId })})
        ${before === undefined ? sql.literal("") : sql`AND m.seq < ${before}::bigint`}
      ORDER BY m.seq DESC LIMIT ${sql.literal(String(limit))}`
  })

  return {
    listThread: Effect.fnUntraced(function* (scan: ThreadScan) {
      const rows = yield* Effect.orDie(selectPage(scan))
      // A page past the last one, a conversation without messages and a guest without a conversation all yield no rows;
      // only the last is an error.
      if (rows.length === 0 && Option.isNone(yield* Effect.orDie(selectConversation(scan)))) {
        return yield* new GuestMissing()
      }
      return rows
    })
  }
})
