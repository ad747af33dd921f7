import { Effect, Schema } from "effect"
import { CommentRecord, toCommentRecord } from "../collaboration/CommentRecord.ts"
import { Comments } from "../collaboration/Comments.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import type { ScannedMessage } from "./Messages.ts"
import { messageVisible } from "./messageVisible.ts"
import type { Reader } from "./Reader.ts"
import { ThreadRecord, threadRecord } from "./ThreadRecord.ts"

/** How many comments a message in a thread includes; a separate view lists all of them. */
export const maxComments = 3

/** A message as operators see it, with its comments; sensitive messages are included and marked (INT-012). */
export const OperatorThreadRecord = Schema.Struct({
  ...ThreadRecord.fields,
  isSensitive: Schema.Boolean.annotateKey({
    description: "Whether it is marked sensitive: hidden from integrations and assistants"
  }),
  comments: Schema.Struct({
    total: Schema.Int.annotateKey({ description: "Number of comments" }),
    latest: Schema.Array(CommentRecord).annotateKey({ description: "The latest comments, newest first; at most 3" })
  }).annotateKey({ description: "Comments by operators" })
}).annotate({ identifier: "OperatorThreadRecord" })
export type OperatorThreadRecord = typeof OperatorThreadRecord.Type

/**
 * The scanned messages of a guest that are visible to the reader, in scan order; the comments of all of them are read
 * in one statement.
 */
export const operatorThreadRecords = Effect.fnUntraced(function* (
  reader: Reader,
  guestId: string,
  scanned: ReadonlyArray<ScannedMessage>
) {
  const { operator } = yield* OperatorCaller
  const visible = scanned.filter((message) => messageVisible(reader, message))
  const ids = visible.map(({ id }) => id)
  const comments = yield* Comments.use((comments) => comments.listLatest(reader.workspace.id, ids, maxComments))
  const byMessage = Map.groupBy(comments, ({ message }) => message?.id)
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
