import { type DateTime, Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { AttentionKind } from "./AttentionItem.ts"
import type { ScannedAttention } from "./AttentionItems.ts"
import { OperatorRecord, operatorRecord, SubjectRecord } from "./CommentRecord.ts"
import { subjectOf } from "./subjectVisible.ts"

/** Something that waits for the calling operator (INT-013). */
export const AttentionRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the attention item" }),
  kind: AttentionKind.annotateKey({
    description: "`mention`: a comment mentions the operator; `assignment`: somebody gave them the Action"
  }),
  subject: SubjectRecord.annotateKey({ description: "The Action or the message that it is about" }),
  commentId: Schema.NullOr(Schema.String).annotateKey({ description: "The comment; null for an assignment" }),
  from: OperatorRecord.annotateKey({ description: "Who mentioned the operator or gave them the Action" }),
  createdAt: Instant.annotateKey({ description: "Since when it waits" }),
  readAt: Schema.NullOr(Instant).annotateKey({ description: "When it was marked as read; null while it is not" }),
  snoozedUntil: Schema.NullOr(Instant).annotateKey({ description: "Until when it was snoozed; null if it was not" }),
  isOpen: Schema.Boolean.annotateKey({ description: "Whether it waits now: unread, and not snoozed" })
}).annotate({ identifier: "AttentionRecord" })
export type AttentionRecord = typeof AttentionRecord.Type

const isPast = (instant: string, now: DateTime.Utc) => Date.parse(instant) <= now.epochMilliseconds

/** An attention item for its operator, with that external id, as it is at `now`. */
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
