import { Effect, HashMap, Option, TxHashMap } from "effect"
import type { NamedOperator } from "../../domain/collaboration/Comments.ts"
import type { ScannedSubject } from "../../domain/collaboration/Subjects.ts"
import type { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"
import { actionReference, messageReference } from "./references.ts"

/** Looks up the messages and Actions that collaboration refers to, and the operators it names. */
export const collaborationReferences = Effect.fnUntraced(function* (memory: Memory["Service"]) {
  const actions = yield* TxHashMap.snapshot(memory.actions)
  const messages = yield* TxHashMap.snapshot(memory.messages)
  const operators = yield* TxHashMap.snapshot(memory.operators)
  return {
    subjectOf: (row: { readonly actionId: number | null; readonly messageId: number | null }): ScannedSubject => ({
      action: lookUp(actions, row.actionId, actionReference),
      message: lookUp(messages, row.messageId, messageReference)
    }),
    nameOf: (operatorId: number): NamedOperator => {
      const { identitySubject, name } = Option.getOrThrow(HashMap.get(operators, String(operatorId)))
      return { id: identitySubject, displayName: name }
    }
  }
})
