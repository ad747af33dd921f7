import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { Comment } from "../../domain/collaboration/Comment.ts"
import { Comments, type ScannedComment } from "../../domain/collaboration/Comments.ts"
import { makeCommentsSql } from "../../sql/repositories/CommentsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { collaborationReferences } from "./collaborationReferences.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(Comments, makeCommentsSql)

const newestFirst = Order.mapInput(Order.flip(Order.Number), (row: Comment) => row.id)

export const layerMemory = Layer.effect(
  Comments,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "comments")
    const items = rowsMemory(memory, "attentionItems")

    const scan = Effect.fnUntraced(function* (comments: ReadonlyArray<Comment>) {
      const { nameOf, subjectOf } = yield* collaborationReferences(memory)
      const attention = yield* TxHashMap.values(memory.attentionItems)
      return comments.map(
        (comment): ScannedComment => ({
          seq: comment.id,
          id: comment.xid,
          ...subjectOf(comment),
          author: nameOf(comment.authorId),
          body: comment.body,
          mentions: attention
            .filter(({ commentId }) => commentId === comment.id)
            .toSorted((a, b) => a.operatorId - b.operatorId)
            .map(({ operatorId }) => nameOf(operatorId)),
          createdAt: DateTime.formatIso(comment.createdAt),
          editedAt: instantOrNull(comment.editedAt)
        })
      )
    })

    return Comments.of({
      list: Effect.fnUntraced(function* ({ actionId, before, limit, messageId, workspaceId }) {
        const found = (yield* TxHashMap.values(memory.comments)).filter(
          (row) =>
            row.workspaceId === workspaceId &&
            row.actionId === actionId &&
            row.messageId === messageId &&
            (before === undefined || row.id < before)
        )
        return yield* scan(found.toSorted(newestFirst).slice(0, limit))
      }, Effect.tx),
      listLatest: Effect.fnUntraced(function* (workspaceId, messages, each) {
        const ids = (yield* TxHashMap.values(memory.messages))
          .filter(({ xid }) => messages.includes(xid))
          .map(({ id }) => id)
        const all = (yield* TxHashMap.values(memory.comments))
          .filter((row) => row.workspaceId === workspaceId)
          .toSorted(newestFirst)
        return yield* Effect.forEach(ids, (id) => {
          const ofMessage = all.filter(({ messageId }) => messageId === id)
          return Effect.map(scan(ofMessage.slice(0, each)), (latest) =>
            latest.map((comment) => ({ ...comment, count: ofMessage.length }))
          )
        }).pipe(Effect.map((found) => found.flat().toSorted((a, b) => b.seq - a.seq)))
      }, Effect.tx),
      find: Effect.fnUntraced(function* (workspaceId, xid) {
        const found = yield* rows.find({ workspaceId, xid })
        return Option.fromUndefinedOr((yield* scan(Option.toArray(found)))[0])
      }, Effect.tx),
      insert: Effect.fnUntraced(function* (comment, mentions) {
        const { actionId, authorId, createdAt, id, messageId, workspaceId } = yield* Effect.orDie(
          rows.insertNumbered(comment)
        )
        yield* Effect.forEach(mentions, ({ attentionXid, operatorId }) =>
          Effect.orDie(
            items.insertNumbered({
              xid: attentionXid,
              workspaceId,
              operatorId,
              kind: "mention",
              actionId,
              messageId,
              commentId: id,
              fromOperatorId: authorId,
              createdAt,
              readAt: null,
              snoozedUntil: null
            })
          )
        )
      }, Effect.tx),
      changeBody: (workspaceId, xid, change) =>
        Effect.map(Effect.orDie(rows.update({ workspaceId, xid }, change)), (changed) => changed.length > 0),
      remove: (workspaceId, xid) => Effect.map(rows.remove({ workspaceId, xid }), (removed) => removed > 0)
    })
  })
)
