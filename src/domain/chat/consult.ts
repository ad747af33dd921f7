import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { LanguageAssistant } from "../privateAi/LanguageAssistant.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { maxQuestionLength, type RawChatCommand } from "./ChatCommand.ts"
import { type ChatConsultation, consultationLifetime, maxTurns } from "./ChatConsultation.ts"
import { ChatConsultations } from "./ChatConsultations.ts"
import { ChatIdentities, type ChatUser } from "./ChatIdentities.ts"
import type { ChatIdentity } from "./ChatIdentity.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"
import { type ChatReply, replies } from "./ChatReply.ts"
import { closeConsultation } from "./closeConsultation.ts"
import { findConsultingOperator } from "./findConsultingOperator.ts"
import { orderChatTurn } from "./orderChatOutbox.ts"
import { isResponseAddress } from "./isResponseAddress.ts"

type ClosedBy = NonNullable<ChatConsultation["closedBy"]>

/** The limit that leaves a consultation no more turns (INT-044); undefined if it has some. */
const limitReached = ({ endsAt, turns }: ChatConsultation, now: DateTime.Utc): ClosedBy | undefined => {
  if (DateTime.isGreaterThanOrEqualTo(now, endsAt)) return "time"
  return turns >= maxTurns ? "turns" : undefined
}

/** Starts a consultation with its first turn. */
const begin = Effect.fnUntraced(function* (
  installation: ChatInstallation,
  { externalUserId, operatorId }: ChatIdentity
) {
  const consultations = yield* ChatConsultations
  const random = yield* SecureRandom.SecureRandom
  const startedAt = yield* DateTime.now
  const { id: installationId, organizationId, workspaceId } = installation
  const user = { organizationId, installationId, externalUserId }
  yield* consultations.insert({
    ...user,
    xid: yield* random.uuidV7(),
    operatorId,
    workspaceId,
    turns: 1,
    startedAt,
    endsAt: DateTime.add(startedAt, consultationLifetime),
    closedAt: null,
    closedBy: null
  })
  return Option.getOrThrow(yield* consultations.findOpen(user))
})

/** Counts another turn of an open consultation. */
const continueWith = Effect.fnUntraced(function* (open: ChatConsultation) {
  const next = { ...open, turns: open.turns + 1 }
  yield* ChatConsultations.use((consultations) => consultations.updateTurns(open, next.turns))
  return next
})

/**
 * Accepts a question of a user of a chat platform (INT-042 to INT-044), in the caller's transaction: `consult` starts a
 * consultation if none is open, `ask` never does. A job answers the question and posts the answer to the platform's
 * response URL; without one, the answer is only in the operator's private history. Nothing is stored for a user who is
 * not linked, or without an assistant. The row lock of the identity serialises the turns of one user.
 */
export const consult = Effect.fn("consult")(function* (
  installation: ChatInstallation,
  verb: "consult" | "ask",
  question: string,
  { responseUrl, userId: externalUserId }: Pick<RawChatCommand, "userId" | "responseUrl">
) {
  const consultations = yield* ChatConsultations
  const { id: installationId, organizationId } = installation
  const user: ChatUser = { organizationId, installationId, externalUserId }
  const now = yield* DateTime.now
  const reply = (value: ChatReply) => value
  if (responseUrl !== undefined && !isResponseAddress(responseUrl, installation.responseHost)) {
    return yield* FieldInvalid.of("responseUrl", "expected an https URL at the installation's response host")
  }
  const identity = Option.getOrUndefined(
    yield* ChatIdentities.use((identities) => identities.updateLastTurn(user, now))
  )
  if (identity === undefined) return reply(replies.linkFirst)
  if (question === "" || [...question].length > maxQuestionLength) return reply(replies.questionMissing)
  const open = Option.getOrUndefined(yield* consultations.findOpen(user))
  if (Option.isNone(yield* findConsultingOperator(installation, identity))) {
    yield* closeConsultation(user, "permission")
    return reply(replies.refused)
  }
  if (!(yield* LanguageAssistant).isConfigured) return reply(replies.notConfigured)
  const closedBy = open === undefined ? undefined : limitReached(open, now)
  if (closedBy !== undefined) yield* closeConsultation(user, closedBy)
  if (closedBy !== undefined || (open === undefined && verb === "ask")) return reply(replies.startAgain)
  const {
    id: consultationId,
    turns,
    xid
  } = yield* open === undefined ? begin(installation, identity) : continueWith(open)
  yield* orderChatTurn(
    { organizationId, installationXid: installation.xid, externalUserId, consultationId },
    { text: question, responseUrl: responseUrl ?? null }
  )
  yield* audit({
    organizationId,
    action: "chat_consultation.asked",
    subject: `chat_consultation:${xid}`,
    before: null,
    after: { turn: turns }
  })
  return reply(replies.accepted(turns, maxTurns, responseUrl === undefined ? "history" : "here"))
})

/** Ends the open consultation of a user, if any, in the caller's transaction. */
export const endConsultation = Effect.fn("endConsultation")(function* (
  { id: installationId, organizationId }: ChatInstallation,
  { userId: externalUserId }: Pick<RawChatCommand, "userId">
) {
  const user: ChatUser = { organizationId, installationId, externalUserId }
  const identity = yield* ChatIdentities.use((identities) => identities.find(user))
  if (Option.isNone(identity)) return replies.linkFirst satisfies ChatReply
  yield* closeConsultation(user, "user")
  return replies.ended satisfies ChatReply
})
