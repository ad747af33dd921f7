import { Effect } from "effect"
import type { Reader } from "../messaging/Reader.ts"
import { guestsRead, organizationsManage } from "../operators/operatorPermissions.ts"
import type { AskPrivatelyCommand, PublishAiAnswerCommand } from "./AskPrivatelyCommand.ts"
import { askPrivately, prepareAnswer } from "./askPrivately.ts"
import { publishAiAnswer } from "./publishAiAnswer.ts"

export type PrivateAiCommand = AskPrivatelyCommand | PublishAiAnswerCommand

/** What operators need for each command, all of it (INT-008, INT-009). */
export const privateAiPermissions = {
  ask_privately: [guestsRead],
  publish_ai_answer: [guestsRead, organizationsManage]
} as const

const nothing = Effect.void

/**
 * A command as `once` runs it: its write, and what comes ahead of the transaction, which is the assistant's part. Both
 * share one answer, however often the write is run again.
 */
export const commandPrivateAi = Effect.fnUntraced(function* (reader: Reader, command: PrivateAiCommand) {
  if (command.type === "publish_ai_answer") {
    return { ahead: nothing, write: publishAiAnswer(reader, command.privateAnswerId) }
  }
  const prepared = yield* Effect.cached(prepareAnswer(reader, command))
  return { ahead: prepared, write: Effect.flatMap(prepared, askPrivately) }
})
