import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import type { ScannedComment } from "./Comments.ts"
import { SubjectType } from "./Subjects.ts"
import { subjectOf } from "./subjectVisible.ts"

/** An operator as referenced in collaboration records. */
export const OperatorRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "External id of the operator" }),
  displayName: Schema.String.annotateKey({ description: "Name of the operator for display" }),
  isSelf: Schema.Boolean.annotateKey({ description: "Whether it is the caller" })
}).annotate({ identifier: "OperatorReference" })
export type OperatorRecord = typeof OperatorRecord.Type

/** The subject of a record, by external id. */
export const SubjectRecord = Schema.Struct({
  type: SubjectType.annotateKey({ description: "Kind of subject" }),
  id: Schema.String.annotateKey({ description: "Id of the Action or the message" })
}).annotate({ identifier: "CollaborationSubject" })

/** A comment as operators and their assistants see it (INT-013). */
export const CommentRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the comment" }),
  subject: SubjectRecord.annotateKey({ description: "The Action or the message that it is about" }),
  author: OperatorRecord.annotateKey({ description: "Who wrote it" }),
  body: Schema.String.annotateKey({ description: "The current text" }),
  mentions: Schema.Array(OperatorRecord).annotateKey({ description: "Who was mentioned when it was posted" }),
  createdAt: Instant.annotateKey({ description: "When it was posted" }),
  editedAt: Schema.NullOr(Instant).annotateKey({ description: "When it was last edited; null if it has not been" })
}).annotate({ identifier: "CommentRecord" })
export type CommentRecord = typeof CommentRecord.Type

/** An operator, as seen by the caller with the external id `self`. */
export const operatorRecord = (
  self: string,
  { displayName, id }: { readonly id: string; readonly displayName: string }
): OperatorRecord => ({ id, displayName, isSelf: id === self })

/** A comment, as seen by the caller with the external id `self`. */
export const toCommentRecord = (self: string, comment: ScannedComment): CommentRecord => ({
  id: comment.id,
  subject: subjectOf(comment),
  author: operatorRecord(self, comment.author),
  body: comment.body,
  mentions: comment.mentions.map((mentioned) => operatorRecord(self, mentioned)),
  createdAt: comment.createdAt,
  editedAt: comment.editedAt
})
