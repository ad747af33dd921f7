import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { ActionMissing } from "../actions/ActionErrors.ts"
import { Actions } from "../actions/Actions.ts"
import { audit } from "../audit/audit.ts"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import { Messages } from "../messaging/Messages.ts"
import type { Reader } from "../messaging/Reader.ts"
import { scanLimit } from "../messaging/scanPage.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { assistantPrompt } from "./assistantPrompt.ts"
import { LanguageAssistant } from "./LanguageAssistant.ts"
import { answerVisible, type PrivateAnswerRecord } from "./PrivateAnswerRecord.ts"
import { type NewAnswer, PrivateAnswers, type PrivateOwner } from "./PrivateAnswers.ts"
import { privateMaterial } from "./privateMaterial.ts"

/** A question of an operator: about a guest or an Action, in a consultation or alone. */
export interface PrivateQuestion {
  readonly guestId?: string | undefined
  readonly actionId?: string | undefined
  readonly question: string
  readonly consultationId?: number | undefined
}

/** An answer that is not stored yet. */
export type PreparedAnswer = NewAnswer

/** Turns of a consultation at most; more are never asked (INT-044). */
const mostTurns = 10

/** The Action, if it is the operator's to see; a guest beside it must be its own. */
const readAction = Effect.fnUntraced(function* (reader: Reader, { actionId, guestId }: PrivateQuestion) {
  if (actionId === undefined) return undefined
  const found = yield* Actions.use((actions) => actions.find(reader.workspace.id, actionId))
  if (
    Option.isNone(found) ||
    !audienceCovers(reader, found.value) ||
    (guestId !== undefined && found.value.guestId !== guestId)
  ) {
    return yield* new ActionMissing()
  }
  return found.value
})

/** The newest messages with a guest. An Action's guest may have written none; one that is named must have (HUB-028). */
const readThread = Effect.fnUntraced(function* (reader: Reader, guest: string | null, isNamed: boolean) {
  if (guest === null) return []
  const { organizationId, workspace } = reader
  const thread = Messages.use((messages) =>
    messages.listThread({ workspaceId: workspace.id, organizationId, guest, before: undefined, limit: scanLimit })
  )
  return yield* isNamed ? thread : Effect.catchTag(thread, "GuestMissing", () => Effect.succeed([]))
})

const readTurns = Effect.fnUntraced(function* (reader: Reader, owner: PrivateOwner, consultationId: number | null) {
  if (consultationId === null) return []
  const answers = yield* PrivateAnswers
  const turns = yield* answers.list({ ...owner, consultationId, before: undefined, limit: mostTurns })
  return turns.filter((turn) => answerVisible(reader, turn)).toReversed()
})

/**
 * Asks the assistant for the calling operator, which takes seconds: before the transaction that stores the answer. The
 * prompt holds nothing but what the operator may read now. A guest or Action that the operator cannot see is missing.
 */
export const prepareAnswer = Effect.fn("prepareAnswer")(function* (reader: Reader, of: PrivateQuestion) {
  const { operator } = yield* OperatorCaller
  const owner: PrivateOwner = { workspaceId: reader.workspace.id, operatorId: operator.id }
  const { consultationId = null, guestId, question } = of
  const action = yield* readAction(reader, of)
  const guest = action?.guestId ?? guestId ?? null
  const thread = yield* readThread(reader, guest, guestId !== undefined)
  const { audienceKind, teamId, ...material } = privateMaterial(reader, action, thread)
  const turns = yield* readTurns(reader, owner, consultationId)
  const askedAt = yield* DateTime.now
  const { model, text } = yield* LanguageAssistant.use((assistant) =>
    assistant.answer(assistantPrompt(question, material, turns))
  )
  const prepared: PreparedAnswer = {
    guest,
    action: action?.id ?? null,
    consultationId,
    answer: {
      xid: yield* SecureRandom.SecureRandom.use(({ uuidV7 }) => uuidV7()),
      organizationId: reader.organizationId,
      ...owner,
      question,
      answer: text,
      model,
      audienceKind,
      teamId,
      askedAt,
      answeredAt: yield* DateTime.now
    }
  }
  return prepared
})

/** Stores a prepared answer in the operator's private AI history, in the caller's transaction (INT-015). */
export const askPrivately = Effect.fnUntraced(function* (prepared: PreparedAnswer) {
  const { action, answer, consultationId, guest } = prepared
  yield* PrivateAnswers.use((all) => all.insert(prepared))
  yield* audit({
    organizationId: answer.organizationId,
    action: "private_ai.asked",
    subject: `private_answer:${answer.xid}`,
    before: null,
    after: { guestId: guest, actionId: action }
  })
  const record: PrivateAnswerRecord = {
    id: answer.xid,
    kind: consultationId === null ? "question" : "consultation",
    guestId: guest,
    actionId: action,
    question: answer.question,
    answer: answer.answer,
    askedAt: DateTime.formatIso(answer.askedAt),
    answeredAt: DateTime.formatIso(answer.answeredAt),
    published: null
  }
  return record
})
