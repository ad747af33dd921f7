import { Effect, Schema } from "effect"
import type { Reader } from "../messaging/Reader.ts"
import { guestsRead, organizationsManage } from "../operators/operatorPermissions.ts"
import type { AskPrivatelyCommand, PublishAiAnswerCommand } from "./AskPrivatelyCommand.ts"
import { askPrivately, prepareAnswer } from "./askPrivately.ts"
import { PrivateAnswerRecord } from "./PrivateAnswerRecord.ts"
import { publishAiAnswer } from "./publishAiAnswer.ts"

export type PrivateAiCommand = AskPrivatelyCommand | PublishAiAnswerCommand

/** The permissions that each command requires (INT-008, INT-009). */
export const privateAiPermissions = {
  ask_privately: [guestsRead],
  publish_ai_answer: [guestsRead, organizationsManage]
} as const

/** The private answer after a command; a replay returns it as it was then (INT-015). */
export const PrivateAiResult = Schema.Struct({
  type: Schema.Literals(["ask_privately", "publish_ai_answer"]).annotateKey({ description: "The command" }),
  ...PrivateAnswerRecord.fields
})
export type PrivateAiResult = typeof PrivateAiResult.Type

type Asking = ReturnType<typeof prepareAnswer>
type Writing = ReturnType<typeof askPrivately> | ReturnType<typeof publishAiAnswer>

/** A command in the form that `once` runs: its write, and the work ahead of the transaction. */
export interface PrivateAiWrite {
  readonly ahead: Effect.Effect<unknown, Effect.Error<Asking>, Effect.Services<Asking>>
  readonly write: Effect.Effect<PrivateAiResult, Effect.Error<Asking | Writing>, Effect.Services<Asking | Writing>>
}

/**
 * Splits a command of the calling operator for `once`. The assistant is asked ahead of the transaction, once; retries
 * of the write reuse its answer.
 */
export const commandPrivateAi = Effect.fnUntraced(function* (
  reader: Reader,
  command: PrivateAiCommand
): Effect.fn.Return<PrivateAiWrite> {
  const { type } = command
  const toResult = (record: PrivateAnswerRecord): PrivateAiResult => ({ type, ...record })
  if (command.type === "publish_ai_answer") {
    return { ahead: Effect.void, write: Effect.map(publishAiAnswer(reader, command.privateAnswerId), toResult) }
  }
  const { actionId, guestId, question } = command
  const request = { question, guestId: guestId ?? undefined, actionId: actionId ?? undefined }
  const prepared = yield* Effect.cached(prepareAnswer(reader, request))
  return { ahead: prepared, write: Effect.map(Effect.flatMap(prepared, askPrivately), toResult) }
})
