import { Effect, Schema } from "effect"
import { CommentRecord, toCommentRecord } from "../collaboration/CommentRecord.ts"
import { Comments } from "../collaboration/Comments.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import type { ScannedMessage } from "./Messages.ts"
import { messageVisible } from "./messageVisible.ts"
import type { Reader } from "./Reader.ts"
import { ThreadRecord, threadRecord } from "./ThreadRecord.ts"

/** Comments that a message of a thread shows; all of them are a view of their own. */
export const commentsShown = 3

/** A message as operators see it: sensitive ones are among them, marked, and it has their comments (INT-012). */
export const OperatorThreadRecord = Schema.Struct({
  ...ThreadRecord.fields,
  isSensitive: Schema.Boolean.annotateKey({
    description: "Whether it was marked sensitive: no integration and no assistant sees it"
  }),
  comments: Schema.Struct({
    total: Schema.Int.annotateKey({ description: "How many comments it has" }),
    latest: Schema.Array(CommentRecord).annotateKey({ description: "The latest of them, newest first; at most 3" })
  }).annotateKey({ description: "What operators say about it" })
}).annotate({ identifier: "OperatorThreadRecord" })
export type OperatorThreadRecord = typeof OperatorThreadRecord.Type

/** The scanned messages of a guest that are visible to the reader, in scan order, with comments of all in one statement. */
export const operatorThreadRecords = Effect.fnUntraced(function* (
  reader: Reader,
  guestId: string,
  scanned: ReadonlyArray<ScannedMessage>
) {
  const { operator } = yield* OperatorCaller
  const visible = scanned.filter((message) => messageVisible(reader, message))
  const ids = visible.map(({ id }) => id)
  const found = yield* Comments.use((comments) => comments.listLatest(reader.workspace.id, ids, commentsShown))
  const byMessage = Map.groupBy(found, ({ message }) => message?.id)
  return visible.map((message): OperatorThreadRecord => {
    const latest = byMessage.get(message.id) ?? []
    return {
      ...threadRecord(reader, guestId, message),
      isSensitive: message.isSensitive,
      comments: {
        total: latest[0]?.count ?? 0,
        latest: latest.map((comment) => toCommentRecord(operator.xid, comment))
      }
    }
  })
})
