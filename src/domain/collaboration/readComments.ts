import { Effect, Schema } from "effect"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { openWorkspace, walkOfOperator } from "../operators/openWorkspace.ts"
import { atSeq, openCursor, scanLimit, scanPage, seqOf } from "../messaging/scanPage.ts"
import { pageFields, viewFields } from "../messaging/viewFields.ts"
import { CommentRecord, SubjectRecord, toCommentRecord } from "./CommentRecord.ts"
import { Comments } from "./Comments.ts"
import type { SubjectName } from "./Subjects.ts"
import { subjectOf, visibleSubject, visibleSubjectById } from "./subjectVisible.ts"

/** A page of the comments on one subject, newest first (INT-013). */
export const CommentsPage = Schema.Struct({
  ...viewFields("comments"),
  subject: SubjectRecord.annotateKey({ description: "The Action or the message that the page is limited to" }),
  ...pageFields(CommentRecord, "The comments of this page, newest first")
}).annotate({ identifier: "CommentsPage" })
export type CommentsPage = typeof CommentsPage.Type

export interface CommentsQuery {
  readonly view: "comments"
  readonly scope: string
  /** Without a type, an Action's or a message's id. */
  readonly subject: Pick<SubjectName, "id"> & Partial<SubjectName>
  readonly before?: string | undefined
}

/**
 * The comments on an Action or a message, for operators and for assistants acting for one; `SubjectMissing` if the
 * subject is not visible to them (INT-013, INT-033).
 */
export const listComments = Effect.fnUntraced(function* (
  { before, scope, subject, view }: CommentsQuery,
  size = scanLimit
) {
  const walk = yield* walkOfOperator({ view, scope, filter: `${subject.type ?? ""} ${subject.id}` })
  const cursor = yield* openCursor(walk, before)
  const reader = yield* openWorkspace(scope)
  const found = yield* subject.type === undefined
    ? visibleSubjectById(reader, subject.id)
    : visibleSubject(reader, { type: subject.type, id: subject.id })
  const { actionId, messageId } = found
  const position = yield* seqOf(cursor)
  const rows = yield* Comments.use((comments) =>
    comments.list({ workspaceId: reader.workspace.id, actionId, messageId, before: position, limit: size + 1 })
  )
  const { nextCursor, scanned } = yield* scanPage(walk, rows, atSeq, size)
  const { operator } = yield* OperatorCaller
  const page: CommentsPage = {
    view,
    scope,
    subject: subjectOf(found),
    items: scanned.map((comment) => toCommentRecord(operator.xid, comment)),
    nextCursor
  }
  return page
})
