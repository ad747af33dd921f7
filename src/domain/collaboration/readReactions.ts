import { Effect, Schema } from "effect"
import { messageVisible } from "../messaging/messageVisible.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { openWorkspace, walkOfOperator } from "../operators/openWorkspace.ts"
import { atSeq, openCursor, scanPage, scanRows, seqOf } from "../messaging/scanPage.ts"
import { pageFields, viewFields } from "../messaging/viewFields.ts"
import { Instant } from "../shared/Instant.ts"
import { OperatorRecord, operatorRecord } from "./CommentRecord.ts"
import { Reactions } from "./Reactions.ts"
import { visibleSubject } from "./subjectVisible.ts"

/** An operator's emoji reaction to a message (INT-013). */
const ReactionRecord = Schema.Struct({
  messageId: Schema.String.annotateKey({ description: "Id of the message" }),
  emoji: Schema.String.annotateKey({ description: "The emoji" }),
  operator: OperatorRecord.annotateKey({ description: "Who reacted" }),
  createdAt: Instant.annotateKey({ description: "When they reacted" })
}).annotate({ identifier: "ReactionRecord" })

/** A page of reactions, newest first (INT-013). */
export const ReactionsPage = Schema.Struct({
  ...viewFields("reactions"),
  messageId: Schema.optionalKey(Schema.String).annotateKey({
    description: "Id of the message that the page is limited to"
  }),
  ...pageFields(
    ReactionRecord,
    "The reactions of this page to visible messages, newest first; can be empty even if more follow"
  )
}).annotate({ identifier: "ReactionsPage" })
export type ReactionsPage = typeof ReactionsPage.Type

export interface ReactionsQuery {
  readonly view: "reactions"
  readonly scope: string
  /** External id; all messages of the workspace without it. */
  readonly messageId?: string | undefined
  readonly before?: string | undefined
}

/** The reactions of operators to the messages visible to the caller, or to one of them. */
export const listReactions = Effect.fnUntraced(function* ({ before, messageId, scope, view }: ReactionsQuery) {
  const walk = yield* walkOfOperator({ view, scope, filter: messageId ?? "" })
  const cursor = yield* openCursor(walk, before)
  const reader = yield* openWorkspace(scope)
  const subject =
    messageId === undefined ? undefined : yield* visibleSubject(reader, { type: "message", id: messageId })
  const position = yield* seqOf(cursor)
  const rows = yield* Reactions.use((reactions) =>
    reactions.list({
      workspaceId: reader.workspace.id,
      messageId: subject?.messageId ?? undefined,
      before: position,
      limit: scanRows
    })
  )
  const { nextCursor, scanned } = yield* scanPage(walk, rows, atSeq)
  const { operator } = yield* OperatorCaller
  const page: ReactionsPage = {
    view,
    scope,
    ...(messageId === undefined ? undefined : { messageId }),
    items: scanned
      .filter(({ message }) => messageVisible(reader, message))
      .map((reaction) => ({
        messageId: reaction.message.id,
        emoji: reaction.emoji,
        operator: operatorRecord(operator.xid, reaction.operator),
        createdAt: reaction.createdAt
      })),
    nextCursor
  }
  return page
})
