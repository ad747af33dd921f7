import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { ActionMissing } from "../actions/ActionErrors.ts"
import { Actions } from "../actions/Actions.ts"
import { audit } from "../audit/audit.ts"
import { maxTurns } from "../chat/ChatConsultation.ts"
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

/** An operator's question about a guest, an Action, or else the open Actions; optionally in a consultation. */
export interface PrivateQuestion {
  readonly guestId?: string | undefined
  readonly actionId?: string | undefined
  readonly question: string
  readonly consultationId?: number | undefined
  /** When the operator asked, if it was before now: a question of a chat waits for a job. */
  readonly askedAt?: DateTime.Utc | undefined
}

/** An answer that is not stored yet. */
export type PreparedAnswer = NewAnswer

/** The Action, if it is visible to the operator; if a guest is given too, it must be the Action's. */
const readAction = Effect.fnUntraced(function* (reader: Reader, { actionId, guestId }: PrivateQuestion) {
  if (actionId === undefined) return undefined
  const action = yield* Actions.use((actions) => actions.find(reader.workspace.id, actionId))
  if (
    Option.isNone(action) ||
    !audienceCovers(reader, action.value) ||
    (guestId !== undefined && action.value.guestId !== guestId)
  ) {
    return yield* new ActionMissing()
  }
  return action.value
})

/**
 * The newest messages with a guest. An Action's guest may have no conversation; an explicitly given one must (HUB-028).
 */
const readThread = Effect.fnUntraced(function* (reader: Reader, guest: string | null, isExplicit: boolean) {
  if (guest === null) return []
  const { organizationId, workspace } = reader
  const thread = Messages.use((messages) =>
    messages.listThread({ workspaceId: workspace.id, organizationId, guest, before: undefined, limit: scanLimit })
  )
  return yield* isExplicit ? thread : Effect.catchTag(thread, "GuestMissing", () => Effect.succeed([]))
})

/** The Actions to be done, newest first: what a question that names neither guest nor Action is about. */
const listOpenActions = Effect.fnUntraced(function* ({ organizationId, workspace }: Reader) {
  const actions = yield* Actions
  const open = yield* Effect.forEach(
    ["unowned", "owned"] as const,
    (state) => actions.list({ workspaceId: workspace.id, organizationId, state, before: undefined, limit: scanLimit }),
    { concurrency: 2 }
  )
  return open.flat().toSorted((a, b) => b.seq - a.seq)
})

const readTurns = Effect.fnUntraced(function* (reader: Reader, owner: PrivateOwner, consultationId: number | null) {
  if (consultationId === null) return []
  const answers = yield* PrivateAnswers
  const turns = yield* answers.list({ ...owner, consultationId, before: undefined, limit: maxTurns })
  return turns.filter((turn) => answerVisible(reader, turn)).toReversed()
})

/**
 * Asks the assistant on behalf of the calling operator. Takes seconds, so run it before the transaction that stores the
 * answer. The prompt contains only records that the operator may currently read. Fails with `ActionMissing` or
 * `GuestMissing` for an Action or guest not visible to the operator.
 */
export const prepareAnswer = Effect.fn("prepareAnswer")(function* (reader: Reader, request: PrivateQuestion) {
  const { operator } = yield* OperatorCaller
  const owner: PrivateOwner = { workspaceId: reader.workspace.id, operatorId: operator.id }
  const { consultationId = null, guestId, question } = request
  const action = yield* readAction(reader, request)
  const guest = action?.guestId ?? guestId ?? null
  const thread = yield* readThread(reader, guest, guestId !== undefined)
  const named = action === undefined ? [] : [action]
  const actions = action === undefined && guest === null ? yield* listOpenActions(reader) : named
  const earlier = yield* readTurns(reader, owner, consultationId)
  const { audienceKind, teamId, turns, ...material } = privateMaterial(reader, actions, thread, earlier)
  const askedAt = request.askedAt ?? (yield* DateTime.now)
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
