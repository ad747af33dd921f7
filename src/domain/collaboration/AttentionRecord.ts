import { type DateTime, Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { AttentionKind } from "./AttentionItem.ts"
import type { ScannedAttention } from "./AttentionItems.ts"
import { OperatorRecord, operatorRecord, SubjectRecord } from "./CommentRecord.ts"
import { subjectOf } from "./subjectVisible.ts"

/** An attention item of the calling operator (INT-013). */
export const AttentionRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the attention item" }),
  kind: AttentionKind.annotateKey({
    description: "`mention`: a comment mentions the operator; `assignment`: they were assigned the Action"
  }),
  subject: SubjectRecord.annotateKey({ description: "The Action or the message that it is about" }),
  commentId: Schema.NullOr(Schema.String).annotateKey({ description: "The comment; null for an assignment" }),
  from: OperatorRecord.annotateKey({ description: "Who mentioned the operator or assigned them the Action" }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  readAt: Schema.NullOr(Instant).annotateKey({ description: "When it was marked as read; null while unread" }),
  snoozedUntil: Schema.NullOr(Instant).annotateKey({
    description: "When its snooze ends or ended; null if not snoozed"
  }),
  isOpen: Schema.Boolean.annotateKey({ description: "Whether it is open now: unread and not snoozed" })
}).annotate({ identifier: "AttentionRecord" })
export type AttentionRecord = typeof AttentionRecord.Type

const isPast = (instant: string, now: DateTime.Utc) => Date.parse(instant) <= now.epochMilliseconds

/** An attention item as of `now`, for its operator with the external id `self`. */
export const toAttentionRecord = (self: string, now: DateTime.Utc, item: ScannedAttention): AttentionRecord => ({
  id: item.id,
  kind: item.kind,
  subject: subjectOf(item),
  commentId: item.commentId,
  from: operatorRecord(self, item.from),
  createdAt: item.createdAt,
  readAt: item.readAt,
  snoozedUntil: item.snoozedUntil,
  isOpen: item.readAt === null && (item.snoozedUntil === null || isPast(item.snoozedUntil, now))
})
