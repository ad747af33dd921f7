import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { onConflict } from "../../domain/dataset/Conflict.ts"
import { AlreadyPublished } from "../../domain/privateAi/PrivateAiErrors.ts"
import type { PrivateMessage } from "../../domain/privateAi/PrivateAnswer.ts"
import {
  type NewAnswer,
  PrivateAnswers,
  type PrivateOwner,
  type Publication,
  type ScannedAnswer
} from "../../domain/privateAi/PrivateAnswers.ts"
import { makePrivateAnswersSql } from "../../sql/repositories/PrivateAnswersSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { appendEvent } from "./appendEvent.ts"
import { lookUp } from "./lookUp.ts"
import { actionReference } from "./references.ts"

export const layerSql = Layer.effect(PrivateAnswers, makePrivateAnswersSql)

const newestFirst = Order.mapInput(Order.flip(Order.Number), (row: { readonly id: number }) => row.id)

export const layerMemory = Layer.effect(
  PrivateAnswers,
  Effect.gen(function* () {
    const memory = yield* Memory
    const threads = rowsMemory(memory, "privateAiThreads")
    const answers = rowsMemory(memory, "privateAiMessages")
    const conversations = rowsMemory(memory, "conversations")
    const messages = rowsMemory(memory, "messages")

    const ofOwner = ({ operatorId, workspaceId }: PrivateOwner) =>
      Effect.map(TxHashMap.values(memory.privateAiMessages), (rows) =>
        rows.filter((row) => row.workspaceId === workspaceId && row.operatorId === operatorId)
      )

    const scan = Effect.fnUntraced(function* (rows: ReadonlyArray<PrivateMessage>) {
      const ofThread = yield* TxHashMap.snapshot(memory.privateAiThreads)
      const guests = yield* TxHashMap.snapshot(memory.guests)
      const actions = yield* TxHashMap.snapshot(memory.actions)
      const published = yield* TxHashMap.values(memory.messages)
      return rows.map((row): ScannedAnswer => {
        const message = published.find(({ privateMessageId }) => privateMessageId === row.id)
        return {
          seq: row.id,
          id: row.xid,
          consultationId: lookUp(ofThread, row.threadId, ({ consultationId }) => consultationId),
          guestId: lookUp(guests, row.guestId, ({ xid }) => xid),
          action: lookUp(actions, row.actionId, actionReference),
          question: row.question,
          answer: row.answer,
          audienceKind: row.audienceKind,
          teamId: row.teamId,
          askedAt: DateTime.formatIso(row.askedAt),
          answeredAt: DateTime.formatIso(row.answeredAt),
          publishedId: message?.xid ?? null,
          publishedAt: message === undefined ? null : DateTime.formatIso(message.createdAt)
        }
      })
    })

    const openThread = Effect.fnUntraced(function* ({ answer, consultationId }: NewAnswer) {
      const all = yield* TxHashMap.values(memory.privateAiThreads)
      const open = all.find((row) => consultationId !== null && row.consultationId === consultationId)
      if (open !== undefined) return open
      const { askedAt: createdAt, operatorId, organizationId, workspaceId } = answer
      return yield* threads.insertNumbered({ organizationId, workspaceId, operatorId, consultationId, createdAt })
    })

    const nextConversation = Effect.fnUntraced(function* ({ occurredAt, workspaceId }: Publication, guestId: number) {
      const [open] = yield* conversations.list({ workspaceId, guestId }, { by: ["id"] })
      if (open === undefined) {
        const first = { workspaceId, guestId, messages: 1, lastMessageAt: occurredAt }
        return yield* Effect.orDie(conversations.insertNumbered(first))
      }
      const lastMessageAt = open.lastMessageAt === null ? occurredAt : DateTime.max(open.lastMessageAt, occurredAt)
      const next = { ...open, messages: open.messages + 1, lastMessageAt }
      yield* TxHashMap.set(memory.conversations, String(open.id), next)
      return next
    })

    return PrivateAnswers.of({
      insert: Effect.fnUntraced(function* (of) {
        const { organizationId, workspaceId } = of.answer
        const guests = yield* TxHashMap.values(memory.guests)
        const actions = yield* TxHashMap.values(memory.actions)
        const { id: threadId } = yield* Effect.orDie(openThread(of))
        const row = {
          ...of.answer,
          threadId,
          guestId:
            guests.find(({ organizationId: its, xid }) => its === organizationId && xid === of.guest)?.id ?? null,
          actionId: actions.find(({ workspaceId: its, xid }) => its === workspaceId && xid === of.action)?.id ?? null
        }
        yield* Effect.orDie(answers.insertNumbered(row))
      }, Effect.tx),
      list: Effect.fnUntraced(function* ({ before, consultationId, limit, ...owner }) {
        const rows = (yield* ofOwner(owner)).filter((row) => before === undefined || row.id < before)
        const scanned = yield* scan(rows.toSorted(newestFirst))
        return scanned
          .filter((row) => consultationId === undefined || row.consultationId === consultationId)
          .slice(0, limit)
      }, Effect.tx),
      find: Effect.fnUntraced(function* (owner, xid) {
        const rows = (yield* ofOwner(owner)).filter((row) => row.xid === xid)
        return Option.fromUndefinedOr((yield* scan(rows))[0])
      }, Effect.tx),
      insertPublication: Effect.fnUntraced(function* (of) {
        const row = (yield* ofOwner(of)).find(({ id }) => id === of.seq)
        if (row === undefined || row.guestId === null) return yield* new AlreadyPublished()
        const actions = yield* TxHashMap.snapshot(memory.actions)
        const conversation = yield* nextConversation(of, row.guestId)
        const placed = messages.insertNumbered({
          xid: of.messageXid,
          conversationId: conversation.id,
          seq: conversation.messages,
          direction: "outbound",
          channel: "app",
          authorKind: "assistant",
          authorName: of.authorName,
          body: row.answer,
          audienceKind: of.audienceKind,
          teamId: of.teamId,
          isSensitive: false,
          deletedAt: null,
          sourceDerived: false,
          aiPrivate: false,
          replyToXid: null,
          actionXid: lookUp(actions, row.actionId, ({ xid }) => xid),
          privateMessageId: row.id,
          deliveryStatus: null,
          createdAt: of.occurredAt,
          editedAt: null
        })
        const message = yield* onConflict(placed, { messages_private_message_key: () => new AlreadyPublished() })
        yield* appendEvent(memory, {
          workspaceId: of.workspaceId,
          xid: of.eventXid,
          kind: "message.created",
          resourceType: "message",
          resourceId: message.id,
          guestId: row.guestId,
          actorKind: "operator",
          actorId: of.actorId,
          resourceVersion: null,
          occurredAt: of.occurredAt
        })
      }, Effect.tx)
    })
  })
)
