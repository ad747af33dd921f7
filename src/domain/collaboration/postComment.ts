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
  const found = yield* Comments.use((comments) => comments.find(reader.workspace.id, xid))
  return Option.isNone(found) ? yield* new CommentMissing() : toCommentRecord(operator.xid, found.value)
})

/**
 * Comments on an Action or a message that the caller sees, and draws the attention of the operators it mentions, in the
 * caller's transaction (INT-015). It is no event and is sent to nobody (HUB-038); the audit log has the ids alone.
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
