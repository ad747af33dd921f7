import { DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import type { Reader } from "../messaging/Reader.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { CommentMissing, CommentOfAnother } from "./CollaborationErrors.ts"
import { Comments } from "./Comments.ts"
import { commentRecordOf } from "./postComment.ts"
import { subjectOf, subjectVisible } from "./subjectVisible.ts"

/** The caller's own comment, as long as they see its subject; another operator's is refused. */
const ownComment = Effect.fnUntraced(function* (reader: Reader, xid: string) {
  const { operator } = yield* OperatorCaller
  const comment = yield* Comments.use((comments) => comments.find(reader.workspace.id, xid))
  if (Option.isNone(comment) || !subjectVisible(reader, comment.value)) return yield* new CommentMissing()
  return comment.value.author.id === operator.xid ? comment.value : yield* new CommentOfAnother()
})

const auditComment = (reader: Reader, event: "edited" | "deleted", xid: string, about: string) =>
  audit({
    organizationId: reader.organizationId,
    action: `comment.${event}`,
    subject: `comment:${xid}`,
    before: { subject: about },
    after: null
  })

/** Replaces the text of the caller's comment, in the caller's transaction; its mentions stay (INT-015, A-161). */
export const editComment = Effect.fnUntraced(function* (reader: Reader, xid: string, body: string) {
  const { id, type } = subjectOf(yield* ownComment(reader, xid))
  const editedAt = yield* DateTime.now
  const exists = yield* Comments.use((comments) => comments.changeBody(reader.workspace.id, xid, { body, editedAt }))
  if (!exists) return yield* new CommentMissing()
  yield* auditComment(reader, "edited", xid, `${type}:${id}`)
  return yield* commentRecordOf(reader, xid)
})

/** Deletes the caller's comment and its attention items, in the caller's transaction (INT-015). */
export const deleteComment = Effect.fnUntraced(function* (reader: Reader, xid: string) {
  const { id, type } = subjectOf(yield* ownComment(reader, xid))
  const exists = yield* Comments.use((comments) => comments.remove(reader.workspace.id, xid))
  if (!exists) return yield* new CommentMissing()
  yield* auditComment(reader, "deleted", xid, `${type}:${id}`)
  return { id: xid, isDeleted: true } as const
})
