import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import type { Reader } from "../messaging/Reader.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { CommentMissing } from "./CollaborationErrors.ts"
import { toCommentRecord } from "./CommentRecord.ts"
import { Comments } from "./Comments.ts"
import { findMentioned } from "./findMentioned.ts"
import type { SubjectName } from "./Subjects.ts"
import { visibleSubject } from "./subjectVisible.ts"

/** A comment to post; mentions are external ids of operators. */
export interface CommentDraft {
  readonly subject: SubjectName
  readonly body: string
  readonly mentions: ReadonlyArray<string>
}

/** The stored comment for the caller. */
export const commentRecordOf = Effect.fnUntraced(function* (reader: Reader, xid: string) {
  const { operator } = yield* OperatorCaller
  const comment = yield* Comments.use((comments) => comments.find(reader.workspace.id, xid))
  return Option.isNone(comment) ? yield* new CommentMissing() : toCommentRecord(operator.xid, comment.value)
})

/**
 * Comments on an Action or a message visible to the caller, and creates attention items for the mentioned operators, in
 * the caller's transaction (INT-015). Emits no event and is not delivered (HUB-038); the audit log contains only ids.
 */
export const postComment = Effect.fnUntraced(function* (reader: Reader, draft: CommentDraft) {
  const { operator } = yield* OperatorCaller
  const random = yield* SecureRandom.SecureRandom
  const subject = yield* visibleSubject(reader, draft.subject)
  const mentions = yield* findMentioned(reader, subject, draft.mentions)
  const xid = yield* random.uuidV7()
  yield* Comments.use((comments) =>
    Effect.flatMap(DateTime.now, (createdAt) =>
      comments.insert(
        {
          xid,
          workspaceId: reader.workspace.id,
          actionId: subject.actionId,
          messageId: subject.messageId,
          authorId: operator.id,
          body: draft.body,
          createdAt,
          editedAt: null
        },
        mentions
      )
    )
  )
  yield* audit({
    organizationId: reader.organizationId,
    action: "comment.posted",
    subject: `comment:${xid}`,
    before: null,
    after: { subject: `${draft.subject.type}:${draft.subject.id}`, mentions: mentions.length }
  })
  return yield* commentRecordOf(reader, xid)
})
