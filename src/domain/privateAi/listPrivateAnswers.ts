import { Effect, Schema } from "effect"
import { atSeq, openCursor, scanPage, scanRows, seqOf } from "../messaging/scanPage.ts"
import { pageFields, viewFields } from "../messaging/viewFields.ts"
import { openWorkspace, walkOfOperator } from "../operators/openWorkspace.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { answerVisible, PrivateAnswerRecord, toPrivateAnswerRecord } from "./PrivateAnswerRecord.ts"
import { PrivateAnswers } from "./PrivateAnswers.ts"

/** A page of the operator's own private AI history, newest first (INT-013). */
export const PrivateAnswersPage = Schema.Struct({
  ...viewFields("private_ai"),
  ...pageFields(
    PrivateAnswerRecord,
    "The operator's own questions and their answers, newest first; can be empty even if more pages follow"
  )
}).annotate({ identifier: "PrivateAnswersPage" })
export type PrivateAnswersPage = typeof PrivateAnswersPage.Type

export interface PrivateAnswersQuery {
  readonly view: "private_ai"
  readonly scope: string
  readonly before?: string | undefined
}

/** The calling operator's questions and answers in the workspace that they may still read. */
export const listPrivateAnswers = Effect.fnUntraced(function* ({ before, scope, view }: PrivateAnswersQuery) {
  const walk = yield* walkOfOperator({ view, scope })
  const cursor = yield* openCursor(walk, before)
  const reader = yield* openWorkspace(scope)
  const { operator } = yield* OperatorCaller
  const position = yield* seqOf(cursor)
  const rows = yield* PrivateAnswers.use((answers) =>
    answers.list({ workspaceId: reader.workspace.id, operatorId: operator.id, before: position, limit: scanRows })
  )
  const { nextCursor, scanned } = yield* scanPage(walk, rows, atSeq)
  const page: PrivateAnswersPage = {
    view,
    scope,
    items: scanned.filter((answer) => answerVisible(reader, answer)).map(toPrivateAnswerRecord),
    nextCursor
  }
  return page
})
