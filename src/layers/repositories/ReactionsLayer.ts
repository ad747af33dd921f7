import { DateTime, Effect, HashMap, Layer, Option, TxHashMap } from "effect"
import { Reactions, type ScannedReaction } from "../../domain/collaboration/Reactions.ts"
import { makeReactionsSql } from "../../sql/repositories/ReactionsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { collaborationReferences } from "./collaborationReferences.ts"
import { messageReference } from "./references.ts"

export const layerSql = Layer.effect(Reactions, makeReactionsSql)

export const layerMemory = Layer.effect(
  Reactions,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "reactions")
    return Reactions.of({
      list: Effect.fnUntraced(function* ({ before, limit, messageId, workspaceId }) {
        const { nameOf } = yield* collaborationReferences(memory)
        const messages = yield* TxHashMap.snapshot(memory.messages)
        return (yield* TxHashMap.values(memory.reactions))
          .filter(
            (row) =>
              row.workspaceId === workspaceId &&
              (messageId === undefined || row.messageId === messageId) &&
              (before === undefined || row.id < before)
          )
          .toSorted((a, b) => b.id - a.id)
          .slice(0, limit)
          .map(
            (row): ScannedReaction => ({
              seq: row.id,
              message: messageReference(Option.getOrThrow(HashMap.get(messages, String(row.messageId)))),
              operator: nameOf(row.operatorId),
              emoji: row.emoji,
              createdAt: DateTime.formatIso(row.createdAt)
            })
          )
      }, Effect.tx),
      insert: Effect.fnUntraced(function* (reaction) {
        const { emoji, messageId, operatorId, workspaceId } = reaction
        const found = yield* rows.find({ workspaceId, messageId, operatorId, emoji })
        if (Option.isSome(found)) return false
        yield* Effect.orDie(rows.insertNumbered(reaction))
        return true
      }, Effect.tx),
      remove: (reaction) => Effect.map(rows.remove(reaction), (removed) => removed > 0)
    })
  })
)
