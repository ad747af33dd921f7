import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import type { AttentionItem } from "../../domain/collaboration/AttentionItem.ts"
import {
  AttentionItems,
  type AttentionOwner,
  type ScannedAttention
} from "../../domain/collaboration/AttentionItems.ts"
import { subjectVisible } from "../../domain/collaboration/subjectVisible.ts"
import { makeAttentionItemsSql } from "../../sql/repositories/AttentionItemsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { collaborationReferences } from "./collaborationReferences.ts"
import { lookUp } from "./lookUp.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(AttentionItems, makeAttentionItemsSql)

export const layerMemory = Layer.effect(
  AttentionItems,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "attentionItems")

    const ownedBy = ({ operatorId, workspaceId }: AttentionOwner) =>
      Effect.map(TxHashMap.values(memory.attentionItems), (all) =>
        all.filter((row) => row.operatorId === operatorId && row.workspaceId === workspaceId)
      )

    const scan = Effect.fnUntraced(function* (items: ReadonlyArray<AttentionItem>) {
      const { nameOf, subjectOf } = yield* collaborationReferences(memory)
      const comments = yield* TxHashMap.snapshot(memory.comments)
      return items.map(
        (item): ScannedAttention => ({
          seq: item.id,
          id: item.xid,
          kind: item.kind,
          ...subjectOf(item),
          commentId: lookUp(comments, item.commentId, ({ xid }) => xid),
          from: nameOf(item.fromOperatorId),
          createdAt: DateTime.formatIso(item.createdAt),
          readAt: instantOrNull(item.readAt),
          snoozedUntil: instantOrNull(item.snoozedUntil)
        })
      )
    })

    return AttentionItems.of({
      list: Effect.fnUntraced(function* ({ before, limit, ...owner }) {
        const items = (yield* ownedBy(owner))
          .filter(({ id }) => before === undefined || id < before)
          .toSorted((a, b) => b.id - a.id)
        return yield* scan(items.slice(0, limit))
      }, Effect.tx),
      findForUpdate: Effect.fnUntraced(function* (owner, xid) {
        const item = (yield* ownedBy(owner)).filter((row) => row.xid === xid)
        return Option.fromUndefinedOr((yield* scan(item))[0])
      }, Effect.tx),
      countOpen: Effect.fnUntraced(function* (owner, sight, now) {
        const { subjectOf } = yield* collaborationReferences(memory)
        return (yield* ownedBy(owner)).filter(
          (item) =>
            item.readAt === null &&
            (item.snoozedUntil === null || DateTime.isLessThanOrEqualTo(item.snoozedUntil, now)) &&
            subjectVisible(sight, subjectOf(item))
        ).length
      }, Effect.tx),
      change: ({ operatorId, workspaceId }, xid, change) => rows.change({ operatorId, workspaceId, xid }, change),
      insertAssignment: Effect.fnUntraced(function* ({ action: xid, ...item }) {
        const action = (yield* TxHashMap.values(memory.actions)).find(
          (row) => row.workspaceId === item.workspaceId && row.xid === xid
        )
        if (action === undefined) return
        yield* Effect.orDie(
          rows.insertNumbered({
            ...item,
            kind: "assignment",
            actionId: action.id,
            messageId: null,
            commentId: null,
            readAt: null,
            snoozedUntil: null
          })
        )
      }, Effect.tx)
    })
  })
)
