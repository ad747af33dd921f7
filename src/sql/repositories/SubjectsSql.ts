import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { FoundSubject, type SubjectName, type Subjects } from "../../domain/collaboration/Subjects.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { actionReferenceColumns, messageReferenceColumns } from "../fragments/referenceColumns.ts"

const Named = Schema.Struct({ workspaceId: WorkspaceId, xid: Schema.String })

/** Subjects of collaboration, in this database. */
export const makeSubjectsSql: Effect.Effect<Subjects["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const selectAction = SqlSchema.findOneOption({
    Request: Named,
    Result: FoundSubject,
    execute: ({ workspaceId, xid }) => sql`
      SELECT r.id AS "actionId", NULL::bigint AS "messageId", ${sql.literal(actionReferenceColumns)} AS action,
        NULL::json AS message
      FROM actions r WHERE r.workspace_id = ${workspaceId} AND r.xid = ${xid}`
  })

  const selectMessage = SqlSchema.findOneOption({
    Request: Named,
    Result: FoundSubject,
    execute: ({ workspaceId, xid }) => sql`
      SELECT NULL::bigint AS "actionId", r.id AS "messageId", NULL::json AS action,
        ${sql.literal(messageReferenceColumns)} AS message
      FROM messages r JOIN conversations v ON v.id = r.conversation_id
      WHERE r.xid = ${xid} AND v.workspace_id = ${workspaceId}`
  })

  return {
    find: (workspaceId: WorkspaceId, { id: xid, type }: SubjectName) =>
      Effect.orDie(type === "action" ? selectAction({ workspaceId, xid }) : selectMessage({ workspaceId, xid }))
  }
})
