import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { OperatorId } from "../../domain/operators/Operator.ts"
import { AlreadyPublished } from "../../domain/privateAi/PrivateAiErrors.ts"
import {
  type AnswerScan,
  type NewAnswer,
  type PrivateAnswers,
  type PrivateOwner,
  type Publication,
  ScannedAnswer
} from "../../domain/privateAi/PrivateAnswers.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { dateOf } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { queryOne } from "../statements/queryOne.ts"
import { actionReferenceColumns } from "../fragments/referenceColumns.ts"

const Owner = Schema.Struct({ workspaceId: WorkspaceId, operatorId: OperatorId })

const Scan = Schema.Struct({
  ...Owner.fields,
  consultationId: Schema.UndefinedOr(Schema.Int),
  before: Schema.UndefinedOr(Schema.Int),
  limit: Schema.Int
})

/** Private AI history in this database. Every statement filters by operator as well as workspace. */
export const makePrivateAnswersSql: Effect.Effect<PrivateAnswers["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(`
      p.id AS seq, p.xid AS id, t.consultation_id AS "consultationId",
      (SELECT g.xid FROM guests g WHERE g.id = p.guest_id) AS "guestId",
      (SELECT ${actionReferenceColumns} FROM actions r WHERE r.id = p.action_id) AS action,
      p.question, p.answer, p.audience_kind AS "audienceKind", p.team_id AS "teamId",
      p.asked_at AS "askedAt", p.answered_at AS "answeredAt",
      (SELECT m.xid FROM messages m WHERE m.private_message_id = p.id) AS "publishedId",
      (SELECT m.created_at FROM messages m WHERE m.private_message_id = p.id) AS "publishedAt"`)

    const ofOwner = ({ operatorId, workspaceId }: typeof Owner.Encoded) => sql`
      FROM private_ai_messages p JOIN private_ai_threads t ON t.id = p.thread_id
      WHERE p.workspace_id = ${workspaceId} AND p.operator_id = ${operatorId}`

    const selectPage = SqlSchema.findAll({
      Request: Scan,
      Result: ScannedAnswer,
      execute: ({ before, consultationId, limit, ...owner }) => sql`
        SELECT ${columns} ${ofOwner(owner)}
          ${consultationId === undefined ? sql.literal("") : sql`AND t.consultation_id = ${consultationId}::bigint`}
          ${before === undefined ? sql.literal("") : sql`AND p.id < ${before}::bigint`}
        ORDER BY p.id DESC LIMIT ${sql.literal(String(limit))}`
    })

    const selectByXid = SqlSchema.findOneOption({
      Request: Schema.Struct({ ...Owner.fields, xid: Schema.String }),
      Result: ScannedAnswer,
      execute: ({ xid, ...owner }) => sql`SELECT ${columns} ${ofOwner(owner)} AND p.xid = ${xid}`
    })

    // A thread that belongs to another operator's consultation is rejected by the foreign key of the message.
    const insert = pipelined(
      sql,
      ({ action, answer, consultationId, guest }: NewAnswer) => sql`
        WITH thread AS (
          INSERT INTO private_ai_threads AS t (organization_id, workspace_id, operator_id, consultation_id, created_at)
          VALUES (
            ${answer.organizationId}, ${answer.workspaceId}, ${answer.operatorId}, ${consultationId}::bigint,
            ${dateOf(answer.askedAt)}
          )
          ON CONFLICT ON CONSTRAINT private_ai_threads_consultation_key DO UPDATE SET created_at = t.created_at
          RETURNING t.id
        )
        INSERT INTO private_ai_messages (
          xid, organization_id, workspace_id, operator_id, thread_id, guest_id, action_id, question, answer, model,
          audience_kind, team_id, asked_at, answered_at
        )
        SELECT ${answer.xid}, ${answer.organizationId}::integer, ${answer.workspaceId}::integer,
          ${answer.operatorId}::integer, thread.id,
          (SELECT g.id FROM guests g WHERE g.organization_id = ${answer.organizationId} AND g.xid = ${guest}),
          (SELECT a.id FROM actions a WHERE a.workspace_id = ${answer.workspaceId} AND a.xid = ${action}),
          ${answer.question}, ${answer.answer}, ${answer.model}, ${answer.audienceKind}, ${answer.teamId}::integer,
          ${dateOf(answer.askedAt)}::timestamptz, ${dateOf(answer.answeredAt)}::timestamptz
        FROM thread`
    )

    // The conversation is locked by id, then the counter. Of concurrent publications of one answer, the later one waits
    // for the conversation and then finds the message.
    const insertPublication = queryOne({
      result: Schema.Struct({ placed: Schema.Int }),
      execute: (publication: Publication) => sql`
        WITH answered AS (
          SELECT p.id, p.answer, p.workspace_id, p.guest_id,
            (SELECT a.xid FROM actions a WHERE a.id = p.action_id) AS action_xid
          ${ofOwner(publication)} AND p.id = ${publication.seq}::bigint AND p.guest_id IS NOT NULL
        ), numbered AS (
          INSERT INTO conversations AS c (workspace_id, guest_id, messages, last_message_at)
          SELECT workspace_id, guest_id, 1, ${dateOf(publication.occurredAt)}::timestamptz FROM answered
          ON CONFLICT ON CONSTRAINT conversations_guest_key DO UPDATE SET
            messages = c.messages + 1, last_message_at = greatest(c.last_message_at, EXCLUDED.last_message_at)
          RETURNING c.id, c.messages
        ), placed AS (
          INSERT INTO messages (
            xid, conversation_id, seq, direction, channel, author_kind, author_name, body, audience_kind, team_id,
            action_xid, private_message_id, created_at
          )
          SELECT ${publication.messageXid}, n.id, n.messages, 'outbound', 'app', 'assistant', ${publication.authorName}, a.answer,
            ${publication.audienceKind}, ${publication.teamId}::integer, a.action_xid, a.id,
            ${dateOf(publication.occurredAt)}::timestamptz
          FROM answered a CROSS JOIN numbered n
          ON CONFLICT ON CONSTRAINT messages_private_message_key DO NOTHING
          RETURNING id
        ), counted AS (
          INSERT INTO workspace_counters AS c (workspace_id, events)
          SELECT a.workspace_id, 1 FROM answered a CROSS JOIN placed
          ON CONFLICT (workspace_id) DO UPDATE SET events = c.events + 1
          RETURNING events
        ), announced AS (
          INSERT INTO messaging_events (
            workspace_id, sequence, xid, kind, resource_type, resource_id, guest_id, actor_kind, actor_id, occurred_at
          )
          SELECT a.workspace_id, c.events, ${publication.eventXid}, 'message.created', 'message', m.id, a.guest_id, 'operator',
            ${publication.actorId}, ${dateOf(publication.occurredAt)}::timestamptz
          FROM answered a CROSS JOIN placed m CROSS JOIN counted c
        )
        SELECT count(*)::integer AS placed FROM placed`
    })

    return {
      insert: (answer: NewAnswer) => Effect.orDie(insert(answer)),
      list: (scan: AnswerScan) => Effect.orDie(selectPage({ consultationId: undefined, ...scan })),
      find: (owner: PrivateOwner, xid: string) => Effect.orDie(selectByXid({ ...owner, xid })),
      insertPublication: Effect.fnUntraced(function* (publication: Publication) {
        const { placed } = yield* Effect.orDie(insertPublication(publication))
        if (placed === 0) return yield* new AlreadyPublished()
      })
    }
  }
)
