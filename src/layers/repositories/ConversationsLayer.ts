import { DateTime, Effect, HashMap, Layer, Option, Order, TxHashMap } from "effect"
import { type ConversationPosition, Conversations } from "../../domain/messaging/Conversations.ts"
import type { Message } from "../../domain/messaging/Message.ts"
import { messageVisible, visibilityOf } from "../../domain/messaging/messageVisible.ts"
import { makeConversationsSql } from "../../sql/repositories/ConversationsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(Conversations, makeConversationsSql)

/** Latest activity first, then conversations without any; ties by row id, highest first. */
const inList: Order.Order<ConversationPosition> = Order.combine(
  Order.mapInput(Order.flip(Order.String), ({ lastActivityAt }) => lastActivityAt ?? ""),
  Order.mapInput(Order.flip(Order.Number), ({ id }) => id)
)

const latest = (messages: ReadonlyArray<Message>) => messages.toSorted((a, b) => b.seq - a.seq)[0]

export const layerMemory = Layer.effect(
  Conversations,
  Effect.map(Memory, (memory) => ({
    list: Effect.fnUntraced(function* ({ after, limit, sight, workspaceId }) {
      const guests = yield* TxHashMap.snapshot(memory.guests)
      const messages = yield* TxHashMap.values(memory.messages)
      return (yield* TxHashMap.values(memory.conversations))
        .filter((row) => row.workspaceId === workspaceId)
        .map(({ guestId, id, lastMessageAt }) => {
          const visible = messages.filter(
            (message) => message.conversationId === id && messageVisible(sight, visibilityOf(message))
          )
          const last = latest(visible)
          const answered = latest(visible.filter(({ direction }) => direction === "outbound"))?.seq ?? 0
          const guest = Option.getOrThrow(HashMap.get(guests, String(guestId)))
          return {
            id,
            guestId: guest.xid,
            lastActivityAt: instantOrNull(lastMessageAt),
            lastMessageAt: last === undefined ? null : DateTime.formatIso(last.createdAt),
            unreadCount: visible.filter(({ direction, seq }) => direction === "inbound" && seq > answered).length
          }
        })
        .filter((row) => after === undefined || Order.isGreaterThan(inList)(row, after))
        .toSorted(inList)
        .slice(0, limit)
    }, Effect.tx)
  }))
)
