import { actionReferenceColumns, messageReferenceColumns } from "./referenceColumns.ts"

/**
 * The subject of the row under the alias, by its columns `workspace_id`, `action_id` and `message_id`: the columns
 * `action` and `message` of a `ScannedSubject`.
 */
export const subjectColumns = (alias: string) => `
  (
    SELECT ${actionReferenceColumns} FROM actions r
    WHERE r.id = ${alias}.action_id AND r.workspace_id = ${alias}.workspace_id
  ) AS action,
  (
    SELECT ${messageReferenceColumns} FROM messages r JOIN conversations v ON v.id = r.conversation_id
    WHERE r.id = ${alias}.message_id AND v.workspace_id = ${alias}.workspace_id
  ) AS message`

/** The operator with that row id, as `NamedOperator`. */
export const namedOperator = (id: string) =>
  `(SELECT json_build_object('id', o.identity_subject, 'displayName', o.name) FROM operators o WHERE o.id = ${id})`
