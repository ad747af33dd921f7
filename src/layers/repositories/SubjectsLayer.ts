import { Effect, HashMap, Layer, Option, TxHashMap } from "effect"
import { type FoundSubject, Subjects } from "../../domain/collaboration/Subjects.ts"
import { makeSubjectsSql } from "../../sql/repositories/SubjectsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { actionReference, messageReference } from "./references.ts"

export const layerSql = Layer.effect(Subjects, makeSubjectsSql)

export const layerMemory = Layer.effect(
  Subjects,
  Effect.map(Memory, (memory) => ({
    find: Effect.fnUntraced(function* (workspaceId, { id: xid, type }) {
      if (type === "action") {
        const action = (yield* TxHashMap.values(memory.actions)).find(
          (row) => row.workspaceId === workspaceId && row.xid === xid
        )
        return action === undefined
          ? Option.none<FoundSubject>()
          : Option.some({ actionId: action.id, messageId: null, action: actionReference(action), message: null })
      }
      const conversations = yield* TxHashMap.snapshot(memory.conversations)
      const message = (yield* TxHashMap.values(memory.messages)).find(
        (row) =>
          row.xid === xid &&
          Option.exists(
            HashMap.get(conversations, String(row.conversationId)),
            (conversation) => conversation.workspaceId === workspaceId
          )
      )
      return message === undefined
        ? Option.none<FoundSubject>()
        : Option.some({ actionId: null, messageId: message.id, action: null, message: messageReference(message) })
    }, Effect.tx)
  }))
)
